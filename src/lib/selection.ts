/** How many rows of a list one change may concern: one transaction that others do not wait for long. */
export const MOST_ROWS_AT_ONCE = 500;
