import { otherAccount } from '../lines/account.ts';
import { given } from '../lines/purpose.ts';

/** What a bank packed into one text. */
export type Unpacked = {
  name: string | null;
  account: string | null;
  text: string;
  endToEnd: string | null;
  mandate: string | null;
  creditorId: string | null;
};

const parts = (text: string, labels: RegExp): Map<string, string> => {
  const found = [...text.matchAll(labels)];
  const fields = new Map([['', text.slice(0, found[0]?.index ?? text.length)]]);
  for (const [index, match] of found.entries()) {
    const label = (match[1] ?? '').toLowerCase();
    const value = text.slice(match.index + match[0].length, found[index + 1]?.index);
    if (!fields.has(label)) fields.set(label, value);
  }
  return fields;
};

const reference = (text: string | undefined) => given(text)?.replaceAll(' ', '') ?? null;

/** `Auftraggeber: Anna Muster Buchungstext: Miete Mai Ref. ABC/1`, also with `Empfänger`, `Kto/IBAN` and `BLZ/BIC`. */
export function unpackComdirect(packed: string): Unpacked {
  const fields = parts(
    packed,
    /(Auftraggeber|Empfänger|Zahlungspflichtiger|Kto\/IBAN|BLZ\/BIC|Buchungstext|Ref\.)\s*:?\s*/g,
  );
  return {
    name: given(fields.get('auftraggeber') ?? fields.get('empfänger') ?? fields.get('zahlungspflichtiger')),
    account: otherAccount(fields.get('kto/iban')),
    // The bank's own reference tells no two payments apart for people, but pairs files: it stays with the text.
    text: given(fields.get('buchungstext')) ?? given(fields.get('')) ?? '',
    endToEnd: reference(/End-to-End-Ref\.:?\s*(\S+)/.exec(packed)?.[1]),
    mandate: null,
    creditorId: null,
  };
}

/** `Anna Muster Miete Mai End-to-End-Ref.: X Mandatsref: Y Gläubiger-ID: Z`: nothing stands between name and purpose. */
export function unpackCommerzbank(packed: string): Unpacked {
  const fields = parts(
    packed,
    /(End-to-End-Ref\.|Kundenreferenz|Mandatsref(?:erenz)?|Gläubiger-ID|SEPA-BASISLASTSCHRIFT|CORE)\s*:?\s*/gi,
  );
  return {
    name: null,
    account: null,
    text: given(fields.get('')) ?? '',
    endToEnd: reference(fields.get('end-to-end-ref.')?.trim().split(/\s/)[0]),
    mandate: reference((fields.get('mandatsref') ?? fields.get('mandatsreferenz'))?.trim().split(/\s/)[0]),
    creditorId: reference(fields.get('gläubiger-id')?.trim().split(/\s/)[0]),
  };
}
