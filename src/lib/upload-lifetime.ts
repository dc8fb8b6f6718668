/** How long a signed upload is good for at Supabase; until then a removed file can come back. */
export const uploadLifetimeMs = 2 * 60 * 60 * 1000;
