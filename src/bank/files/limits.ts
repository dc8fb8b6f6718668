/** More rows are no statement: a year of 500 leases has under ten thousand. */
export const MAX_ROWS = 50_000;
/** Of one row, in characters and in cells. */
export const MAX_ROW_LENGTH = 20_000;
export const MAX_COLUMNS = 256;
/** Of all rows together: the widest table of a bank has some twenty columns. */
export const MAX_CELLS = 1_000_000;
