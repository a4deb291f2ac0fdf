// On a phone the sidebar is a drawer.

export class Drawer {
  constructor() {
    this.button = document.querySelector("#menu");
    this.sidebar = document.querySelector("#sidebar");
    this.scrim = document.querySelector("#scrim");
    this.button.addEventListener("click", () => this.toggle());
    this.scrim.addEventListener("click", () => this.close());
    this.sidebar.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  toggle() {
    if (this.sidebar.classList.contains("open")) this.close();
    else this.open();
  }

  open() {
    this.sidebar.classList.add("open");
    this.scrim.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
    this.sidebar.querySelector("[aria-current=page]")?.focus();
  }

  close() {
    if (!this.sidebar.classList.contains("open")) return;
    this.sidebar.classList.remove("open");
    this.scrim.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
    this.button.focus();
  }

  /** Show how many messages call, where the sidebar is hidden. */
  mark(calls) {
    this.button.dataset.calls = calls ? String(calls) : "";
  }
}
