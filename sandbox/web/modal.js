// The windows that bots open.

import { el, freshId } from "./dom.js";
import { field } from "./fields.js";
import { nameOf } from "./names.js";

/** Open the window of a MODAL frame. */
export function openModal(frame, app) {
  const fields = frame.components.map((part) => field(part, app));
  const title = freshId("modal");
  const problem = el("p", { class: "failure", role: "alert" });
  const submit = el("button", { class: "button primary", type: "submit" }, "Submit");
  const cancel = el(
    "button",
    { class: "button text", type: "button", on: { click: () => dialog.close() } },
    "Cancel",
  );
  const form = el(
    "form",
    { class: "modal", novalidate: true },
    el(
      "header",
      { class: "modal-head" },
      el("h2", { id: title }, frame.title),
      el(
        "button",
        { class: "icon-button", type: "button", "aria-label": "Close", on: { click: () => dialog.close() } },
        "✕",
      ),
    ),
    el("p", { class: "modal-note" }, `This form will be submitted to ${nameOf(app.store.bot)}.`),
    el("div", { class: "modal-body" }, fields.map((item) => item.element), problem),
    el("footer", { class: "modal-foot" }, cancel, submit),
  );
  const dialog = el(
    "dialog",
    { class: "modal-dialog", "aria-labelledby": title, data: { customId: frame.custom_id } },
    form,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const asking = fields.filter((item) => item.check);
    const wrong = asking.filter((item) => !item.check());
    if (wrong.length) {
      wrong[0].focus();
      return;
    }
    if (submit.disabled) return;
    submit.disabled = true;
    problem.textContent = "";
    const components = asking.map((item) => item.value());
    const answer = await app.socket.ask("modal", { modal_id: frame.modal_id, components });
    submit.disabled = false;
    if (answer.state === "ok") {
      dialog.close();
      app.messages.follow(answer.message_id);
    } else problem.textContent = answer.message ?? "Something went wrong. Try again.";
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  fields.find((item) => item.focus)?.focus();
}
