import { describe, expect, it } from 'vitest';
import { securityMail, type Told } from './security-mail';

const kinds: Told[] = [
  'new_device',
  'password_changed',
  'email_changed',
  'phone_changed',
  'factor_added',
  'factor_removed',
  'identity_unlinked',
  'recovery_codes_made',
  'recovery_code_used',
];
const happening = {
  at: new Date('2026-11-22T18:40:00Z'),
  timeZone: 'Europe/Berlin',
  place: { browser: 'Firefox', system: 'Windows' },
  email: 'anna@example.com',
};
const origin = 'https://hausbuch.example';

describe.each(['en', 'de'] as const)('in %s', (language) => {
  it.each(kinds)('%s says when, on which device and what to do, with no link that signs in', async (kind) => {
    const mail = await securityMail(origin, 'anna@example.com', { ...happening, kind, language });
    expect(mail.to).toBe('anna@example.com');
    expect(mail.text).toContain(language === 'de' ? '22. November 2026' : 'November 22, 2026');
    expect(mail.text).toMatch(
      language === 'de' ? /19:40 MEZ, Firefox auf Windows/ : /07:40 PM .*, Firefox on Windows/,
    );
    expect(mail.text).toContain(language === 'de' ? 'Wenn nicht' : 'If not');
    const links = [...mail.html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
    expect(links).toEqual([`${origin}${language === 'de' ? '/de' : ''}/dashboard/settings/access#sessions`]);
  });
});

it('tells the former address that it opens the account no longer', async () => {
  const mail = await securityMail(origin, 'old@example.com', {
    ...happening,
    kind: 'email_changed',
    language: 'de',
  });
  expect(mail.text).toContain('anna@example.com');
  expect(mail.text).toContain('Betreiber dieser Installation');
});

it('names a device that says nothing of itself', async () => {
  const place = { browser: null, system: null };
  const mail = await securityMail(origin, 'anna@example.com', {
    ...happening,
    place,
    kind: 'new_device',
    language: 'en',
  });
  expect(mail.text).toContain('Unknown device');
});
