/**
 * How many rows the first page of a list has. The server starts the query the browser then goes on with, so
 * both must ask the same; here, since a constant of a client component is no value on the server.
 */
export const ACCOUNT_PAGE = { limit: 30 };
export const LEASE_PAGE = { limit: 20 };
export const CHARGE_PAGE = { limit: 12 };
/** Leases in the months of a year. */
export const YEAR_PAGE = { limit: 40 };
/** Leases of a month. */
export const MONTH_PAGE = { limit: 50 };
export const ARREARS_PAGE = { limit: 25 };
