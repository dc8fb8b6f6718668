import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { sideBySide } from '@/domain/letter-columns';
import { type Language, languages, writtenKinds } from '@/domain/vocabulary';
import { compose, storedMarks } from '@/features/letter/compose-rules';
import { oursOf } from '@/features/letter/our-words';
import { createTemplateInput, updateTemplateInput } from '@/features/letter/schema';
import { createTemplate, deleteTemplate, updateTemplate } from '@/features/letter/template-commands';
import { parseTemplate } from '@/features/letter/template-rules';
import { listLetters } from '@/features/outbox/queries';
import { listLettersInput } from '@/features/outbox/schema';
import { setLandlordPicture } from '@/features/portfolio/commands';
import { setPictureInput } from '@/features/portfolio/schema';
import { refusalOf } from '../factories/failure.ts';
import { books, contentOf, openLetterDesk, pay, printed, send, today } from '../factories/letter-desk.ts';
import { enterLookAlikes } from '../factories/look-alikes.ts';
import { tinyJpeg } from '../factories/pictures.ts';
import { enterLease } from '../factories/tenancy.ts';

openLetterDesk();

describe('in two languages', () => {
  test('every kind says the same in both, and which one binds; tables stand once', {
    timeout: 120_000,
  }, async () => {
    const [one] = await enterLookAlikes(books, today, ['Schmidt']);
    const leaseId = one?.leaseId ?? '';
    for (const kind of writtenKinds) {
      const { id } = await send(leaseId, kind, { besideIn: 'en' });
      const content = await contentOf(id);
      const alone = async (language: Language) => contentOf((await send(leaseId, kind, { language })).id);
      const [own, other] = [await alone('de'), await alone('en')];
      expect(content).toEqual({
        ...own,
        beside: {
          words: {
            language: 'en',
            subject: other.subject,
            greeting: other.greeting,
            blocks: other.blocks,
            closing: other.closing,
          },
          binding: 'Verbindlich ist der Text auf Deutsch.',
        },
      });
      // What is said at one height is the same sentence: our texts have the same paragraphs in each language.
      const pairs = sideBySide(own.blocks, other.blocks);
      expect(pairs.map((pair) => pair.own?.kind)).toEqual(pairs.map((pair) => pair.beside?.kind));
    }
    const text = await printed((await send(leaseId, 'rent_invoice', { besideIn: 'en' })).id);
    expect(text).toMatch(/Kaltmiete Net rent 700,01 €/);
    expect(text.match(/700,01/g)).toHaveLength(1);
  });

  test('own words stand beside own words; a fault or a gap in either is refused', async () => {
    const leaseId = await enterLease(books, today);
    const beside = { language: 'en' as const, subject: 'Heating', body: 'your rent: [[rent]]\n\nmore' };
    const words = { subject: 'Heizung', body: 'Ihre Miete: [[rent]]', besideIn: 'en' as const };
    const content = await contentOf((await send(leaseId, 'free', { ...words, beside })).id);
    expect(content.blocks).toEqual([{ kind: 'text', text: 'Ihre Miete: 700,00\u00a0€' }]);
    expect(content.beside?.words).toMatchObject({
      subject: 'Heating',
      blocks: [
        { kind: 'text', text: 'your rent: €700.00' },
        { kind: 'text', text: 'more' },
      ],
    });
    const refused = (body: string) =>
      refusalOf(send(leaseId, 'free', { ...words, beside: { ...beside, body } }));
    expect(await refused('[[rant]]')).toBe('letter.text_faulty');
    expect(await refused('until [[lease_until]]')).toBe('letter.gaps');
    // What was looked at had one language: the values of the other were never shown.
    expect(await refusalOf(send(leaseId, 'free', { beside }))).toBe('letter.changed_meanwhile');
    expect(await refusalOf(send(leaseId, 'free', { beside: { ...beside, language: 'de' } }))).toBe('invalid');
  });
});

describe('an own text', () => {
  const wanted = { kind: 'free', language: 'de', name: 'Wartung', subject: 'Wartung' } as const;
  const keep = async (body: string, more: Partial<z.input<typeof createTemplateInput>> = {}) => {
    const input = createTemplateInput.parse({ id: randomUUID(), ...wanted, body, ...more });
    return books.on(today, (tx, scope) => createTemplate(tx, scope, input));
  };
  const letters = async (leaseId: string) =>
    (await books.on(today, (tx, scope) => listLetters(tx, scope, listLettersInput.parse({ leaseId })))).rows;

  test('is made, used and changed: the letter that went keeps its words and names its edition', async () => {
    const leaseId = await enterLease(books, today);
    const { id: templateId, version } = await keep('alt: [[rent]]');
    const { id } = await send(leaseId, 'free', { templateId, subject: 'Wartung', body: 'alt: [[rent]]' });
    await books.on(today, (tx, scope) =>
      updateTemplate(
        tx,
        scope,
        updateTemplateInput.parse({
          id: templateId,
          version,
          name: 'Wartung',
          subject: 'Wartung',
          body: 'neu',
        }),
      ),
    );
    expect((await contentOf(id)).blocks).toEqual([{ kind: 'text', text: 'alt: 700,00\u00a0€' }]);
    expect(await letters(leaseId)).toMatchObject([{ templateName: 'Wartung', templateVersion: 1 }]);
    await send(leaseId, 'free', { templateId, body: 'neu' });
    expect(new Set((await letters(leaseId)).map((row) => row.templateVersion))).toEqual(new Set([1, 2]));
    // Deleted, it is still what they were written from.
    await books.on(today, (tx, scope) => deleteTemplate(tx, scope, { id: templateId, version: 2 }));
    expect((await letters(leaseId)).map((row) => row.templateName)).toEqual(['Wartung', 'Wartung']);
  });

  test('with a field its kind does not have is refused, with its line', async () => {
    const faulty = keep('gut\n\n[[Mieta]]');
    await expect(faulty).rejects.toMatchObject({
      code: 'letter.text_faulty',
      field: 'body',
      params: { line: '3', name: 'Mieta' },
    });
    await expect(keep('x', { subject: '[[paid_on]]' })).rejects.toMatchObject({ field: 'subject' });
    expect(await refusalOf(keep('[[if rent]] offen'))).toBe('letter.text_faulty');
  });

  test('made twice by the same request is one', async () => {
    const id = randomUUID();
    expect(await keep('x', { id })).toEqual(await keep('x', { id }));
    expect(await refusalOf(keep('y', { id }))).toBe('already_exists');
  });

  test('is of one kind: a letter of another is not written from it', async () => {
    const leaseId = await enterLease(books, today);
    const { id: templateId } = await keep('x');
    expect(await refusalOf(send(leaseId, 'rent_invoice', { templateId }))).toBe('invalid');
  });
});

describe('logo and signature', () => {
  const landlordOf = async () => {
    const [row] = await books.admin<{ id: string; version: number }[]>`
      select id, version from hausbuch.landlord where portfolio_id = ${books.portfolioId}`;
    if (!row) throw new Error('No landlord.');
    return row;
  };
  const put = async (which: 'logo' | 'signature', picture: string | null) => {
    const input = setPictureInput.parse({ ...(await landlordOf()), which, picture });
    await books.on(today, (tx, scope) => setLandlordPicture(tx, scope, input));
  };

  test('stand on what is sent from then on; what needs ink is signed by hand, and what went stays', async () => {
    const leaseId = await enterLease(books, today);
    await pay(leaseId, 70_000);
    const plain = await send(leaseId, 'free');
    await put('logo', tinyJpeg);
    await put('signature', tinyJpeg);
    const pictured = await send(leaseId, 'free');
    const receipt = await send(leaseId, 'receipt');
    await put('signature', null);
    const pictures = async ({ id }: { id: string }) => (await contentOf(id)).pictures;
    expect(await pictures(plain)).toEqual({ logo: null, signature: null });
    expect(await pictures(pictured)).toEqual({ logo: tinyJpeg, signature: tinyJpeg });
    expect(await pictures(receipt)).toEqual({ logo: tinyJpeg, signature: null });
    expect(await pictures(await send(leaseId, 'free'))).toEqual({ logo: tinyJpeg, signature: null });
    expect(await printed(pictured.id)).toContain('Petra Vogel');
    // The journal says that, and not the picture.
    const told = await books.admin`select after from hausbuch.audit_event
      where portfolio_id = ${books.portfolioId} and action = 'landlord.set_picture'`;
    expect(told).toHaveLength(3);
    expect(JSON.stringify(told)).not.toContain(tinyJpeg.slice(0, 40));
  });

  test('are refused where they are no small JPEG, at their field', async () => {
    const seen = { id: randomUUID(), version: 1, which: 'logo' };
    const problem = (picture: string) => {
      const [issue] = setPictureInput.safeParse({ ...seen, picture }).error?.issues ?? [];
      return { at: issue?.path.join('.'), why: issue?.message };
    };
    expect(problem('A'.repeat(53_000_000))).toEqual({ at: 'picture', why: 'too_long' });
    expect(problem(Buffer.from('<svg/>').toString('base64'))).toEqual({ at: 'picture', why: 'invalid' });
    expect(problem('not base64!')).toEqual({ at: 'picture', why: 'invalid' });
  });
});

describe('our texts', () => {
  test.each(languages)('in %s have no field that is not there', async (language) => {
    for (const kind of writtenKinds) {
      for (const [isGerman, isDwelling] of [
        [true, true],
        [true, false],
        [false, true],
      ] as const) {
        const { subject, body } = await oursOf(kind, language, { isGerman, isDwelling });
        const marks = storedMarks(kind);
        expect(parseTemplate(subject, marks, { isLine: true }).issues, kind).toEqual([]);
        expect(parseTemplate(body, marks).issues, kind).toEqual([]);
        expect(compose(marks, { subject, body }, {}).blocks.length, kind).toBeGreaterThan(0);
      }
    }
  });
});
