// The connection to the sandbox: frames out and in, answers by nonce, reconnecting.

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;

export class Socket {
  /** `hear(frame)` gets every frame; `tell(connected)` every change of the connection. */
  constructor(hear, tell) {
    this.hear = hear;
    this.tell = tell;
    this.waiting = new Map();
    this.mine = new Set();
    this.wait = FIRST_WAIT;
  }

  /** Connect as a person (an id, or "" for the first), leaving any connection there was. */
  connect(person) {
    if (person !== this.person) this.met = false;
    this.person = person;
    clearTimeout(this.retry);
    this.link?.close();
    const url = new URL("ui", location.href);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    url.hash = "";
    const asked = { as: person, since: this.opened };
    url.search = new URLSearchParams(Object.entries(asked).filter(([, value]) => value)).toString();
    const link = new WebSocket(url);
    this.link = link;
    link.onmessage = (event) => this.link === link && this.take(JSON.parse(event.data));
    link.onclose = () => this.link === link && this.lose();
  }

  /** Say something that needs no answer; false when there is no connection. */
  say(op, body = {}) {
    if (this.link?.readyState !== WebSocket.OPEN) return false;
    this.link.send(JSON.stringify({ op, nonce: this.mint(), ...body }));
    return true;
  }

  /**
   * Ask for something, and resolve to how it ended: `{state: "ok" | "failed" | "refused" |
   * "choices", message?, choices?}`.
   */
  ask(op, body) {
    const nonce = this.mint();
    return new Promise((resolve) => {
      this.waiting.set(nonce, resolve);
      if (!this.say(op, { ...body, nonce })) this.settle(
        nonce,
        { state: "failed", message: "You are not connected." },
      );
    });
  }

  mint() {
    const nonce = crypto.randomUUID().replaceAll("-", "").slice(0, 25);
    this.mine.add(nonce);
    return nonce;
  }

  take(frame) {
    const data = frame.d;
    if (frame.t === "HELLO") {
      this.wait = FIRST_WAIT;
      this.met = true;
      // Private answers that came to this page stay in it, whoever one is meanwhile.
      this.opened = data.opened;
      this.tell(true);
    }
    if (frame.t === "INTERACTION" && data.state !== "pending") this.settle(data.nonce, data);
    if (frame.t === "AUTOCOMPLETE") this.settle(data.nonce, { state: "choices", choices: data.choices });
    if (frame.t === "ERROR") this.settle(data.nonce, { state: "refused", message: data.message });
    // A plain message has no answer but itself.
    if (frame.t === "MESSAGE_CREATE" && data.nonce) this.settle(data.nonce, { state: "ok" });
    // A modal belongs to the tab that asked for it, not to every tab of the person.
    if (frame.t === "MODAL" && !this.mine.has(data.nonce)) return;
    this.hear(frame);
  }

  settle(nonce, outcome) {
    this.waiting.get(nonce)?.(outcome);
    this.waiting.delete(nonce);
  }

  lose() {
    this.tell(false);
    for (const nonce of [...this.waiting.keys()]) {
      this.settle(nonce, { state: "failed", message: "The connection was lost." });
    }
    // Someone who was never met may not exist: then it is the first person.
    this.retry = setTimeout(() => this.connect(this.met ? this.person : ""), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }
}
