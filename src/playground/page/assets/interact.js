// What a person does with the bot - commands, buttons, selects, modals - and what comes of it.

import { sentence } from "./dom.js";
import { showModal } from "./modal.js";

const failed = (error) => ({ status: "failed", reason: error.message });

/** How long a change that was announced is waited for, in milliseconds. */
const SOON = 700;

export class Interactions {
  /** `view()` is what the parts of a modal may ask for. */
  constructor({ api, store, log, view }) {
    Object.assign(this, { api, store, log, view });
    this.waiting = new Set();
  }

  press(message, item) {
    return this.act(message, item.custom_id, () => this.api.press(this.store.here, message.id, item.custom_id));
  }

  pick(message, item, values) {
    return this.act(message, item.custom_id, () => this.api.pick(this.store.here, message.id, item.custom_id, values));
  }

  /** A button or select is used: it waits, and says so if nothing comes. */
  async act(message, custom, ask) {
    // A message takes one press at a time.
    if (this.waiting.has(message.id)) return;
    this.waiting.add(message.id);
    this.log.busy(message.id, custom, true);
    const outcome = await ask().catch(failed);
    // The message is about to change: what can be pressed until then belongs to a step that is over.
    if (outcome.status === "deferred_update") await this.log.changed(message, SOON);
    this.waiting.delete(message.id);
    this.log.busy(message.id, custom, false);
    this.log.failed(message.id, outcome.status === "failed" ? `This interaction failed: ${outcome.reason}.` : null);
    this.settle(outcome);
  }

  /** Runs a command; resolves to why it could not even be sent, or nothing. */
  async run(choice, options) {
    const { here } = this.store;
    const pending = this.log.pending(`Sending ${choice.name}…`);
    const outcome = await this.api.run(here, choice, options).catch((error) => ({ status: "refused", reason: error.message }));
    pending.remove();
    if (outcome.status === "refused") return outcome.reason;
    if (outcome.status === "failed") this.log.notice(`${choice.name}: ${sentence(outcome.reason)}`, true);
    this.settle(outcome);
    return null;
  }

  /** Takes in what an answer brought; the events may have brought it before. */
  settle(outcome) {
    if (outcome.status === "modal") this.modal(outcome);
  }

  modal({ act, modal }) {
    if (this.shown === act) return;
    this.shown = act;
    showModal(modal, this.view(), async (answers) => {
      const outcome = await this.api.submit(act, answers).catch(failed);
      if (outcome.status === "failed") return "Something went wrong. Try again.";
      this.settle(outcome);
      return null;
    });
  }
}
