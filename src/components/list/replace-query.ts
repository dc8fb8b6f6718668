/** Sets the parts of the address's query that are given, null removes one. Nothing is fetched from the server. */
export function replaceQuery(changes: Record<string, string | null>): void {
  const query = new URLSearchParams(window.location.search);
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || value === '') query.delete(key);
    else query.set(key, value);
  }
  const text = query.toString().replaceAll('%2C', ',');
  window.history.replaceState(null, '', text === '' ? window.location.pathname : `?${text}`);
}
