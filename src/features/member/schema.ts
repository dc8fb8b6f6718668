import { z } from 'zod';
import { invitedRoles, languages, memberRoles } from '@/domain/vocabulary';
import * as field from '@/lib/field';

/** An owner is made by an owner once they are there, never by mail. */
export const inviteMemberInput = z.strictObject({
  id: field.id,
  email: z
    .string()
    .trim()
    .toLowerCase()
    .max(254)
    .pipe(z.email({ error: 'email' })),
  role: z.enum(invitedRoles),
  language: z.enum(languages),
});

export const memberInput = z.strictObject({ id: field.id, version: field.version });

export const setRoleInput = z.strictObject({
  id: field.id,
  version: field.version,
  role: z.enum(memberRoles),
});

/** Named, so that nobody leaves the portfolio another tab has just switched to. */
export const leaveInput = z.strictObject({ portfolioId: field.id });

export const acceptInput = z.strictObject({ token: z.string().max(100) });
