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

/** `Auftraggeber: Anna Muster Buchungstext: Miete Mai Ref. ABC/1`, also with `Empfänger`, `Kto/IBAN` and `BLZ/BIC`. */
export function unpackComdirect(packed: string): Unpacked {
  const fields = parts(
    packed,
    /(Auftraggeber|Empfänger|Zahlungspflichtiger|Kto\/IBAN|BLZ\/BIC|Buchungstext|Ref\.)\s*:?\s*/g,
  );
  const {
    name: _,
    account: __,
    ...labelled
  } = unpackCommerzbank(given(fields.get('buchungstext')) ?? given(fields.get('')) ?? '');
  return {
    ...labelled,
    name: given(fields.get('auftraggeber') ?? fields.get('empfänger') ?? fields.get('zahlungspflichtiger')),
    account: otherAccount(fields.get('kto/iban')),
  };
}

/** `Anna Muster Miete Mai End-to-End-Ref.: X Mandatsref: Y Gläubiger-ID: Z`: nothing stands between name and purpose. */
export function unpackCommerzbank(packed: string): Unpacked {
  const fields = parts(
    packed,
    /((?:(?:CORE|COR1|B2B)\s*\/\s*)?Mandatsref(?:erenz)?\.?|End-to-End-Ref\.?|Kundenreferenz|Gläubiger-ID|SEPA-BASISLASTSCHRIFT)\s*:?\s*/gi,
  );
  // One word follows a label; what stands behind it is the bank's.
  const first = (label: string) => {
    const value = [...fields].find(([name]) => name.includes(label))?.[1].trim();
    return value === undefined || /^nicht angegeben/i.test(value) ? null : given(value.split(/\s/)[0]);
  };
  return {
    name: null,
    account: null,
    text: given(fields.get('')) ?? '',
    endToEnd: first('end-to-end'),
    mandate: first('mandatsref'),
    creditorId: first('gläubiger'),
  };
}
