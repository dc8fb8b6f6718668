const minute = 60_000;
const hour = 60 * minute;

/** How long to wait before a mail is tried again: a server that sends people away for a while knows them better later. */
const waits = [
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  3 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
  24 * hour,
];

/** When a mail is tried again after so many attempts; null once it was tried for three days. */
export const nextTry = (attempts: number, now: Date): Date | null => {
  const wait = waits[attempts - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait);
};

/** After so long nobody is sending any more what somebody began to send: longer than any mail may take. */
export const silentMs = 5 * minute;

/** `example.com` of `Hausbuch <hausbuch@example.com>`: what the names of its messages end with. */
export const senderDomain = (from: string | undefined): string =>
  /@([A-Za-z0-9.-]+)>?\s*$/.exec(from ?? '')?.[1] ?? 'localhost';
