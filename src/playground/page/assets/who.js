// The first page: who are you? One tap and one plays.

import { Api } from "./api.js";
import { at, el, face, sentence } from "./dom.js";
import { sign } from "./icons.js";
import { called } from "./message.js";

/** The address of the page as somebody; a channel to stay in, if that is wanted. */
export function addressOf(user, channel) {
  return `?as=${encodeURIComponent(called(user))}${channel ? `#${channel}` : ""}`;
}

/** Lets someone choose who they are. `news` says why, if they did not come for it; `name` is who they wanted to be. */
export async function choosePerson(news, name = "") {
  const { guilds, bot, people } = await Api.everyone();
  at("app").hidden = true;
  at("who").hidden = false;
  document.title = "Who are you? · Playground";
  at("who-guild").textContent = guilds.map((guild) => guild.name).join(" · ");
  at("who-news").hidden = !news;
  at("who-news").textContent = news ?? "";
  at("who-name").value = name;
  const link = ({ user }) => el("li", {}, el("a", { href: addressOf(user) }, face(called(user), user.id), called(user), sign("next")));
  const there = guilds.some((guild) => guild.bot_present) && bot.connected;
  const words = there ? `${called(bot.user)} is here and waits to be called.` : `${called(bot.user)} is not connected yet: you can come in, but nobody will answer.`;
  at("who-bot").replaceChildren(el("span", { class: "portrait" }, face(called(bot.user), bot.user.id, true), el("span", { class: there ? "dot on" : "dot" })), words);
  at("who-list").replaceChildren(...people.map(link));
  at("who-new").addEventListener("submit", join);
  if (name) at("who-name").focus();
}

async function join(event) {
  event.preventDefault();
  const name = at("who-name").value.trim();
  try {
    const { user } = await Api.join(name);
    location.href = location.pathname + addressOf(user);
  } catch (error) {
    at("who-error").textContent = sentence(error.message);
    at("who-name").focus();
  }
}
