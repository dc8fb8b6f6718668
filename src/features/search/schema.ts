import { z } from 'zod';
import * as field from '@/lib/field';

/** What somebody has typed so far. */
export const searchInput = z.strictObject({ text: field.search });
