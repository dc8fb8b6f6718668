/** The proxy writes path and query of the page asked for here: a layout is told neither. */
export const pathHeader = 'x-hausbuch-path';
