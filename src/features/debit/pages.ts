/** What the page asks first, so that the server's answer is the browser's. */
export const MANDATE_PAGE = { limit: 50 } as const;
