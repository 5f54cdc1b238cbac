// What counts as a trouble, out of everything that the server says about them.

/** The troubles that strike requests. */
export const REQUESTS = ["rate_limited", "failing", "slow"];

/** Whether a trouble of requests is on. */
export const strikes = (fault) => fault.next > 0 || fault.share > 0;

/** How many troubles are on. */
export function troubles(faults) {
  const { invalid_requests: refused, private_chats: chats } = faults.standing;
  const single = [faults.shut, faults.mute, !faults.rates_on, refused.banned_ms !== null, chats.quarantined].filter(Boolean).length;
  return single + faults.absent_from.length + faults.closed_dms.length + faults.permissions.length + REQUESTS.filter((key) => strikes(faults[key])).length;
}
