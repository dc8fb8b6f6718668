import { describe, expect, it } from 'vitest';
import { layOutLetter } from './letter';

const letter = {
  language: 'en',
  title: 'You are invited',
  paragraphs: ['“<b>Müller & Söhne</b>” invites you.', 'Second.'],
  action: { label: 'Accept', url: 'https://hausbuch.example/invitation?token=a&x="1"' },
  footnote: 'Valid for 7 days.',
};

describe('a letter', () => {
  it('shows names of people’s own making as text', () => {
    const { html } = layOutLetter(letter);
    expect(html).toContain('“&lt;b&gt;Müller &amp; Söhne&lt;/b&gt;” invites you.');
    expect(html).not.toContain('<b>');
    expect(html).toContain('href="https://hausbuch.example/invitation?token=a&amp;x=&quot;1&quot;"');
  });

  it('says the same in its plain form, with the whole address', () => {
    expect(layOutLetter(letter).text).toBe(
      '“<b>Müller & Söhne</b>” invites you.\n\nSecond.\n\n' +
        'Accept:\nhttps://hausbuch.example/invitation?token=a&x="1"\n\nValid for 7 days.\n',
    );
  });
});
