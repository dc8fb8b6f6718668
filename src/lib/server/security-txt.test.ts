import { describe, expect, it } from 'vitest';
import { securityTxt } from './security-txt';

const now = new Date('2026-11-22T15:04:05Z');
const of = (contact: { email?: string; phone?: string }) =>
  securityTxt({ email: contact.email, phone: contact.phone }, 'https://hausbuch.example', now);

describe('security.txt', () => {
  it('names whom to tell, until when that holds, and where the rules stand', () => {
    expect(of({ email: 'hello@hausbuch.example', phone: '+49 30 1234-567' })).toBe(
      `Contact: mailto:hello@hausbuch.example
Contact: tel:+49301234567
Expires: 2027-02-20T00:00:00Z
Preferred-Languages: en, de
Canonical: https://hausbuch.example/.well-known/security.txt
Policy: https://hausbuch.example/.well-known/security-policy
`,
    );
  });

  it('is not there where nobody is named: RFC 9116 demands a contact', () => {
    expect(of({})).toBeNull();
    expect(of({ phone: '030 1234567' })).toBeNull();
  });

  it('takes no further line from a setting', () => {
    const lines = of({ email: 'a@b.example\nContact: mailto:evil@c.example' })?.split('\n') ?? [];
    expect(lines.filter((line) => line.startsWith('Contact:'))).toHaveLength(1);
    expect(lines).toHaveLength(6);
  });
});
