/** What the windows of a browser tell each other: which portfolio was shown or turned to last. */
const storageKey = 'hausbuch-portfolio';

/** Says that this window's portfolio is the current one. */
export const tellChosen = (portfolioId: string): void => localStorage.setItem(storageKey, portfolioId);

export const isChosen = (portfolioId: string): boolean => localStorage.getItem(storageKey) === portfolioId;

/** It could not be made the current one after all: no window's is, until somebody turns to one. */
export function untellChosen(portfolioId: string): void {
  if (isChosen(portfolioId)) localStorage.setItem(storageKey, '');
}

/**
 * Has the page of a window fetched again, unless another window has chosen another portfolio since: the page would become one
 * of that, under what is typed for this. Turned to, the window asks for its own again, and gets the page with it.
 */
export function serveOwn(portfolioId: string | undefined, serve: () => void): void {
  const chosen = localStorage.getItem(storageKey);
  if (portfolioId === undefined || chosen === null || chosen === portfolioId) serve();
}
