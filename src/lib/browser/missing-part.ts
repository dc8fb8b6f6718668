import { tryAgain } from '../fetch-again';

/** Fired on `window` when a part of the app cannot be loaded; `preventDefault()` says that somebody deals with it. */
export const preloadErrorEvent = 'hausbuch:preload-error';

const guardKey = 'hausbuch-reloaded-at';
const guardMs = 10_000;

/** Whether the failure means that a script of this build is not there any more. */
export function isMissingPart(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const text = `${error.name} ${error.message}`;
  return /ChunkLoadError|Failed to load chunk|Loading (CSS )?chunk|dynamically imported module/i.test(text);
}

/** Loads the page anew, once in ten seconds: a build that lacks the part for good must not reload for ever. */
export function reloadOnce(now = Date.now()): boolean {
  try {
    const last = Number(sessionStorage.getItem(guardKey) ?? 0);
    if (now - last < guardMs) return false;
    sessionStorage.setItem(guardKey, String(now));
  } catch {
    return false; // no storage, no guard
  }
  window.location.reload();
  return true;
}

/** Imports a part of the app, trying three times more; tells the window before it gives up and throws. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await tryAgain(load);
  } catch (error) {
    const event = new CustomEvent(preloadErrorEvent, { cancelable: true, detail: error });
    const isDealtWith = typeof window !== 'undefined' && !window.dispatchEvent(event);
    if (isDealtWith) return new Promise<Part>(() => undefined); // the page is on its way out
    throw error;
  }
}
