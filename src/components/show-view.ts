/** Puts which part of a page is shown into its address, as an entry of its own: "back" leads to what was shown before. */
export function showView(view: string, first: string): void {
  const query = view === first ? '' : `?show=${view}`;
  window.history.pushState(null, '', `${window.location.pathname}${query}`);
}
