/** What the page asks first, so that the server's answer is the browser's. */
export const INBOX_PAGE = { limit: 25 } as const;
export const DECIDED_PAGE = { limit: 25 } as const;
