// What a window (modal) asks for, field by field.

import { el, freshId } from "./dom.js";
import { markdown } from "./markdown.js";
import { Dropdown } from "./select.js";

/** Return `{element, value()}` of a component of a modal; `value()` gives what is submitted. */
export function field(part, app) {
  if (part.type === 10) return { element: markdown(part.content, app), value: () => null };
  const control = part.component ?? part.components[0];
  const id = freshId("field");
  const required = control.type !== 23 && (control.required ?? true);
  const made = control.type in MAKERS ? MAKERS[control.type](control, app, id) : unsupported(control);
  const title = part.label ?? control.label;
  const about = part.description && el("p", { class: "muted", id: `${id}-about` }, part.description);
  const heading = el(
    made.group ? "span" : "label",
    { class: "field-label", id: `${id}-label`, for: made.group ? null : id },
    title,
    required && el("span", { class: "required", title: "required" }, " *"),
  );
  const problem = el("p", { class: "failure", id: `${id}-problem`, role: "alert" });
  const element = el("div", { class: "field" }, heading, about, made.element, problem);
  return {
    element,
    focus: () => made.focus(),
    check: () => {
      const wrong = made.check(required);
      problem.textContent = wrong ?? "";
      return !wrong;
    },
    value: () => {
      const filled = { type: control.type, custom_id: control.custom_id, ...made.read() };
      return part.type === 18 ? { type: 18, id: part.id, component: filled } : {
        type: 1,
        id: part.id,
        components: [filled],
      };
    },
  };
}

const MAKERS = { 3: menu, 4: textInput, 5: menu, 7: menu, 8: menu, 21: radios, 22: checkboxes, 23: checkbox };

function textInput(control, _app, id) {
  const long = control.style === 2;
  const input = el(long ? "textarea" : "input", {
    id,
    class: "text-input",
    rows: long ? "5" : null,
    type: long ? null : "text",
    autocomplete: "off",
    value: control.value ?? "",
    placeholder: control.placeholder,
    maxlength: control.max_length ?? 4000,
    data: { customId: control.custom_id },
  });
  const check = (required) => {
    const size = [...input.value].length;
    if (!size) return required ? "This field is required." : null;
    return size < (control.min_length ?? 0) ? `Enter at least ${control.min_length} characters.` : null;
  };
  return { element: input, check, read: () => ({ value: input.value }), focus: () => input.focus() };
}

function menu(control, app, id) {
  const dropdown = new Dropdown(control, app, { commit: () => {}, labelledBy: `${id}-label` });
  const check = (required) => {
    const count = dropdown.values.length;
    return required && count < Math.max(dropdown.least, 1) ? "Make a selection." : null;
  };
  return {
    element: dropdown.element,
    group: true,
    check,
    read: () => ({ values: dropdown.values }),
    focus: () => dropdown.button.focus(),
  };
}

function choices(control, type, id) {
  const inputs = control.options.map((option) => {
    const input = el("input", { type, name: id, value: option.value, checked: Boolean(option.default) });
    return {
      input,
      row: el(
        "label",
        { class: "choice" },
        input,
        el(
          "span",
          {},
          option.label,
          option.description && el("span", { class: "muted" }, option.description),
        ),
      ),
    };
  });
  const chosen = () => inputs.filter(({ input }) => input.checked).map(({ input }) => input.value);
  const role = type === "radio" ? "radiogroup" : "group";
  const element = el(
    "div",
    { class: "choices", role, "aria-labelledby": `${id}-label`, data: { customId: control.custom_id } },
    inputs.map(({ row }) => row),
  );
  return { element, group: true, chosen, focus: () => inputs[0].input.focus() };
}

function radios(control, _app, id) {
  const made = choices(control, "radio", id);
  return {
    ...made,
    check: (required) => (required && !made.chosen().length ? "Make a selection." : null),
    read: () => ({ value: made.chosen()[0] ?? null }),
  };
}

function checkboxes(control, _app, id) {
  const made = choices(control, "checkbox", id);
  const most = control.max_values ?? control.options.length;
  const check = (required) => {
    const count = made.chosen().length;
    const least = control.min_values ?? Number(required);
    if (count > most) return `Choose at most ${most}.`;
    return count < least && (count || required) ? `Choose at least ${least}.` : null;
  };
  return { ...made, check, read: () => ({ values: made.chosen() }) };
}

function checkbox(control, _app, id) {
  const input = el(
    "input",
    { id, type: "checkbox", checked: Boolean(control.default), data: { customId: control.custom_id } },
  );
  return {
    element: el("div", { class: "choice" }, input),
    check: () => null,
    read: () => ({ value: input.checked }),
    focus: () => input.focus(),
  };
}

function unsupported(control) {
  const words = control.type === 19 ? "This sandbox takes no files." : `This sandbox cannot show a component of type ${control.type}.`;
  return {
    element: el("p", { class: "muted" }, words),
    group: true,
    check: () => null,
    read: () => ({ values: [] }),
    focus: () => {},
  };
}
