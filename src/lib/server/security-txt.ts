import type { Operator } from './env.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** RFC 9116 §2.5.5: less than a year, so that nobody relies on an installation that has been left alone. */
const validDays = 90;

/**
 * Whom to tell of a fault in this installation (RFC 9116); null where nobody is named, since a contact is required
 * (§2.5.3).
 * @param origin the address people open
 */
export function securityTxt(
  { email, phone }: Pick<Operator, 'email' | 'phone'>,
  origin: string,
  now: Date,
): string | null {
  const dialled = phone?.replace(/[^\d+]/g, '');
  const contacts = [
    ...(email ? [`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`] : []),
    // A number without its country leads somewhere else from abroad (RFC 3966 §5.1.4).
    ...(dialled && /^\+\d{5,15}$/.test(dialled) ? [`tel:${dialled}`] : []),
  ];
  if (contacts.length === 0) return null;
  const expires = new Date(Math.floor(now.getTime() / dayMs) * dayMs + validDays * dayMs);
  return [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString().replace('.000', '')}`,
    'Preferred-Languages: en, de',
    `Canonical: ${origin}/.well-known/security.txt`,
    `Policy: ${origin}/.well-known/security-policy`,
    '',
  ].join('\n');
}
