/** Of one kind of thing so many stand on the page of today at most; the rest is on a page of its own. */
export const SHOWN_OF_EACH = 8;

/** Lines of the bank that wait are counted up to here. */
export const LINES_COUNTED = 100;
