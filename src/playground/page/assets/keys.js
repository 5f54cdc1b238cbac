// The keys that work everywhere on the page.

import { at } from "./dom.js";
import { closeSheet } from "./sheets.js";

const open = () => document.querySelector("dialog[open]");

/** Whether someone writes somewhere, so that letters belong there. */
function writing() {
  return document.activeElement?.matches("input, textarea, select, button, a, summary, [contenteditable]");
}

/** `does` has `step(by, unread)`, `scenes()`, `help()`, `write()` and `end()`. */
export function setUpKeys(does) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || open()) return;
    const { key, code, altKey, ctrlKey, metaKey, shiftKey } = event;
    const step = { ArrowUp: -1, ArrowDown: 1 }[key];
    const plainly = !altKey && !ctrlKey && !metaKey;
    if (altKey && !ctrlKey && !metaKey && step) does.step(step, shiftKey);
    else if (altKey && !ctrlKey && !metaKey && code === "KeyB") does.scenes();
    else if ((ctrlKey || metaKey) && key === "/") does.help();
    else if (key === "Escape" && !closeSheet()) does.end();
    else if (plainly && [...key].length === 1 && key !== " " && !writing()) return does.write();
    else if (key !== "Escape") return;
    event.preventDefault();
  });
  for (const link of document.querySelectorAll("[data-skip]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      if (link.dataset.skip === "composer") does.write();
      else at(link.dataset.skip).focus();
    });
  }
}
