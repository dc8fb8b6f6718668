/** Forms of pages hold words; files go straight to storage, and procedures have a limit of their own. */
export const maxFormBytes = 200_000;
