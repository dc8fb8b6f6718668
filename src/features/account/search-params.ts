/** Query parameters of a page as Next hands them over. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** One value of a query; a parameter given twice counts as not given. */
export function textParam(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** A code of the auth server from the address; anybody may have written it, so nothing but a code passes. */
export function problemParam(value: string | string[] | undefined): string | null {
  const text = textParam(value);
  return /^[a-z0-9_]{1,60}$/.test(text) ? text : null;
}
