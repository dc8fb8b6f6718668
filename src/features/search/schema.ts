import { z } from 'zod';

/** What somebody has typed so far. */
export const searchInput = z.strictObject({ text: z.string().trim().max(200) });
