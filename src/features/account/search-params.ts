/** Query parameters of a page as Next hands them over. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** One value of a query; a parameter given twice counts as not given. */
export function textParam(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}
