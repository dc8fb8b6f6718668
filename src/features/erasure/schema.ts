import { z } from 'zod';
import * as field from '@/lib/field';

const typedName = z.string().max(300);

/** Named, so that nobody erases the portfolio another tab has just switched to. */
export const portfolioInput = z.strictObject({ id: field.id });
export const erasePortfolioInput = z.strictObject({ id: field.id, typedName });

/** What is typed is the account's e-mail address, or its phone number where it has none. */
export const eraseAccountInput = z.strictObject({ typedName });
