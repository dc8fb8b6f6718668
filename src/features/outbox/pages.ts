/** What the page asks first, so that the server's answer is the browser's. */
export const LETTER_PAGE = { limit: 20 } as const;

/** So many letters are one ZIP. */
export const LETTERS_AT_ONCE = 100;
