// A forum: its posts, each of which is a thread, and the form for a new one.

import { el, freshId } from "./dom.js";
import { spell } from "./mention.js";
import { threadButton } from "./threads.js";

const LONGEST_TITLE = 100;
const LONGEST_TEXT = 2000;

export class Posts {
  constructor(forum, app) {
    this.forum = forum;
    this.app = app;
    this.list = el("ul", { class: "posts", "aria-label": "Posts" });
    this.element = el("div", { class: "forum" }, this.list, this.form());
    this.draw();
  }

  draw() {
    const posts = this.app.store.threadsOf(this.forum.id).toReversed();
    this.list.replaceChildren(...posts.map((post) => el("li", {}, threadButton(post, this.app))));
  }

  form() {
    const title = el("input", { class: "text-input", id: freshId("title"), maxlength: LONGEST_TITLE, autocomplete: "off" });
    const text = el("textarea", { class: "text-input", id: freshId("text"), maxlength: LONGEST_TEXT, rows: "3" });
    const problem = el("p", { class: "failure", role: "alert" });
    const form = el(
      "form",
      { class: "new-post", "aria-label": "New post" },
      el("label", { class: "field-label", for: title.id }, "Title"),
      title,
      el("label", { class: "field-label", for: text.id }, "Message"),
      text,
      problem,
      el("button", { class: "button primary", type: "submit" }, "Post"),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const content = spell(this.app.store, text.value);
      const answer = await this.app.socket.ask("start_thread", { channel_id: this.forum.id, name: title.value, content });
      problem.textContent = answer.state === "ok" ? "" : answer.message;
      if (answer.state === "ok") form.reset();
    });
    return form;
  }
}
