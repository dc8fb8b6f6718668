import type {
  BankRule,
  MatchBook,
  MatchItem,
  MatchLease,
  MatchLine,
  MatchPayment,
} from '../../src/bank/matching/book.ts';
import { addDays, firstOfMonth, type Month, monthOf, shiftMonth } from '../../src/lib/calendar.ts';
import { makeRfReference } from '../../src/lib/iban.ts';

/** What a line is, as only its maker knows it. */
export type Truth = {
  kind: 'rent' | 'evidence' | 'reversal';
  parts: { leaseId: string; amountCents: number; paymentId?: string }[];
};
export type YearLine = { line: MatchLine; truth: Truth; noise: string[] };
export type Noise = typeof usualNoise;

/** Shares of lines. */
export const usualNoise = {
  otherAccount: 0.08,
  garbled: 0.1,
  withoutReference: 0.3,
  halfOrDouble: 0.04,
  returned: 0.02,
  several: 0.03,
  typedIn: 0.05,
};

/** mulberry32: small, and the same on every machine. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const firstNames =
  'Anna Bernd Carla Dieter Elif Frank Gisela Hakan Ines Jürgen Katharina Lukas Monika Nadine Olga Peter Renate Søren Tülay Uwe Vera Wolfgang Yusuf Zoë Björn Günther Käthe Mehmet Françoise Jörg'.split(
    ' ',
  );
const lastNames =
  'Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Schmitt Werner Schmitz Krause Meier Lehmann Schmid Schulze Maier Köhler Herrmann König Walter Mayer Huber Kaiser Fuchs Peters Lang Scholz Möller Weiß Jung Hahn Schubert Vogel Friedrich Keller Günther Frank Berger Winkler Roth Beck Lorenz Baumann Franke Albrecht Schuster Simon Ludwig Böhm Winter Kraus Martin Schumacher Krämer Vogt Stein Jäger Otto Sommer Groß Seidel Heinrich Brandt Haas Schreiber Graf Schulte Dietrich Ziegler Kuhn Kühn Pohl Engel Horn Busch Bergmann Thomas Voigt Sauer Arnold Wolff Pfeiffer Yılmaz Demir Kaya Öztürk Nowak Kowalski Petrović Nguyen Tran Rossi Ferrari'.split(
    ' ',
  );
const companies = [
  'Bäckerei Sonnenschein GmbH',
  'Nordlicht Software UG (haftungsbeschränkt)',
  'Kanzlei Dr. Hartung & Partner mbB',
  'Yoga am Park e.K.',
  'Physio Plus GmbH & Co. KG',
];
const monthWords = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
];

type Payer = { name: string; account: string; leaseIds: string[] };

/** A valid German account number for a counter. */
function accountNumber(counter: number): string {
  const body = `50010517${String(counter).padStart(10, '0')}`;
  const check = 98n - (BigInt(`${body}131400`) % 97n);
  return `DE${String(check).padStart(2, '0')}${body}`;
}

export type BankYear = {
  leases: MatchLease[];
  payers: Payer[];
  /** Rules from the tenants' records, known from the first day. */
  rules: BankRule[];
  /** What is due in a month. */
  itemsOf: (month: Month) => MatchItem[];
  /** Lines of a month with their truth, and the payments that were typed in before the file came. */
  linesOf: (month: Month, paid: readonly MatchPayment[]) => { lines: YearLine[]; typedIn: MatchPayment[] };
};

/**
 * A house of so many leases with payers: some of several leases, some with accounts in their records. Names, rents and texts
 * repeat as they do in life: round rents that many share, a hundred last names.
 */
export function makeBankYear(seed: number, leaseCount: number, noise: Noise = usualNoise): BankYear {
  const random = seeded(seed);
  const below = (count: number) => Math.floor(random() * count);
  const pick = <T>(of: readonly T[]): T => {
    const one = of[below(of.length)];
    if (one === undefined) throw new RangeError('nothing to pick from');
    return one;
  };
  const leases: MatchLease[] = [];
  const payers: Payer[] = [];
  const rules: BankRule[] = [];
  let accounts = 0;
  const nextAccount = () => {
    accounts += 1;
    return accountNumber(accounts);
  };
  while (leases.length < leaseCount) {
    const isCompany = random() < 0.03;
    const name = isCompany ? `${pick(companies)}` : `${pick(firstNames)} ${pick(lastNames)}`;
    const [firstName = '', lastName = ''] = name.split(/ (?=\S+$)/);
    // Of who rents more than one, most have a garage beside the flat.
    const count = Math.min(leaseCount - leases.length, random() < 0.07 ? 2 + below(2) : 1);
    const payer: Payer = { name, account: nextAccount(), leaseIds: [] };
    for (let at = 0; at < count; at += 1) {
      const id = `lease-${leases.length + 1}`;
      const isGarage = at > 0 && random() < 0.7;
      leases.push({
        id,
        references: [makeRfReference(`HB${String(1_000 + leases.length)}`)],
        people: [
          isCompany
            ? { firstName: null, lastName: null, companyName: name }
            : { firstName, lastName, companyName: null },
        ],
        places: [isGarage ? `Garage ${leases.length + 1}` : `WE ${leases.length + 1}`],
        rentCents:
          (isGarage ? 4_500 + below(10) * 500 : 40_000 + below(200) * 500) +
          (random() < 0.3 ? below(100) : 0),
      });
      payer.leaseIds.push(id);
    }
    payers.push(payer);
    if (random() < 0.4) {
      rules.push({
        id: `record-${payers.length}`,
        account: payer.account,
        name: null,
        text: null,
        target: { kind: 'leases', leaseIds: payer.leaseIds },
      });
    }
  }
  const leaseOf = new Map(leases.map((lease) => [lease.id, lease]));
  const rentOf = (id: string) => leaseOf.get(id)?.rentCents ?? 0;
  /** Who pays for somebody does it again. */
  const helpers = new Map<Payer, { name: string; account: string }>();

  function garble(text: string): string {
    if (random() < 0.5) return text.slice(0, Math.ceil(text.length * (0.3 + random() * 0.6)));
    const at = below(Math.max(1, text.length - 1));
    const kind = below(3);
    if (kind === 0) return text.slice(0, at) + text.slice(at + 1);
    if (kind === 1) return text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2);
    return `${text.slice(0, at)}${pick(['x', 'e', '7', ' '])}${text.slice(at + 1)}`;
  }

  function nameAsBanksWriteIt(name: string): string {
    const [first = '', last = ''] = name.split(/ (?=\S+$)/);
    const spelled = (text: string) =>
      text.replace(
        /[äöüÄÖÜß]/g,
        (sign) => ({ ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss' })[sign] ?? sign,
      );
    const shape = below(5);
    if (shape === 0) return `${last}, ${first}`;
    if (shape === 1) return spelled(name).toUpperCase();
    if (shape === 2) return spelled(name);
    return shape === 3 ? `Herr/Frau ${name}` : name;
  }

  function itemsOf(month: Month): MatchItem[] {
    return leases.map((lease) => ({
      id: `${lease.id} ${month}`,
      leaseId: lease.id,
      kind: 'rent',
      dueOn: `${month}-03`,
      openCents: lease.rentCents,
      month,
    }));
  }

  function linesOf(month: Month, paid: readonly MatchPayment[]) {
    const lines: YearLine[] = [];
    const typedIn: MatchPayment[] = [];
    const base = {
      currency: 'EUR',
      onBehalfOf: null,
      kind: 'transfer' as const,
      returned: null,
      batchCount: null,
    };
    const noReference = {
      endToEnd: null,
      mandate: null,
      creditorId: null,
      structured: null,
      bank: null,
      batch: null,
    };
    for (const payer of payers) {
      const isTogether = payer.leaseIds.length > 1 && random() < noise.several / 0.07;
      for (const leaseIds of isTogether ? [payer.leaseIds] : payer.leaseIds.map((id) => [id])) {
        const marks: string[] = [];
        if (isTogether) marks.push('several');
        // A few pay in the last days of the month before, when their rent is not posted yet.
        const bookedOn = addDays(firstOfMonth(month), random() < 0.1 ? -1 - below(4) : below(9));
        let name = payer.name;
        let { account } = payer;
        if (random() < noise.otherAccount) {
          marks.push('other account');
          const helper = helpers.get(payer) ?? {
            name: `${pick(firstNames)} ${pick(lastNames)}`,
            account: nextAccount(),
          };
          helpers.set(payer, helper);
          ({ name, account } = helper);
        }
        let text = pick([
          `Miete ${monthWords[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`,
          `Miete ${month.slice(5)}/${month.slice(0, 4)}`,
          'Miete',
          'MIETE UND NEBENKOSTEN',
          'Dauerauftrag Miete ab 01/2024',
        ]);
        if (random() < 0.5 || marks.includes('other account')) text += ` ${payer.name}`;
        if (leaseIds.length === 1 && payer.leaseIds.length > 1)
          text += ` ${leaseOf.get(leaseIds[0] ?? '')?.places[0]}`;
        if (random() < noise.withoutReference) marks.push('without reference');
        else text += ` ${leaseIds.map((id) => leaseOf.get(id)?.references[0]).join(' ')}`;
        if (random() < noise.garbled) {
          marks.push('garbled');
          text = garble(text);
        }
        const shares = leaseIds.map((leaseId) => ({ leaseId, amountCents: rentOf(leaseId) }));
        const [only] = shares;
        const isOdd = only && shares.length === 1 && random() < noise.halfOrDouble;
        if (isOdd) {
          marks.push('half or double');
          only.amountCents = random() < 0.5 ? Math.floor(only.amountCents / 2) : only.amountCents * 2;
        }
        const amountCents = shares.reduce((sum, share) => sum + share.amountCents, 0);
        const line: MatchLine = {
          ...base,
          bookedOn,
          amountCents,
          name: random() < 0.02 ? null : nameAsBanksWriteIt(name),
          account,
          text,
          references: noReference,
        };
        if (only && shares.length === 1 && !isOdd && random() < noise.typedIn) {
          const payment: MatchPayment = {
            id: `typed ${only.leaseId} ${month}`,
            leaseId: only.leaseId,
            paidOn: addDays(bookedOn, below(4) - 1),
            amountCents,
            awaitsLine: true,
            isReversed: false,
            endToEnd: null,
            account: null,
            month,
          };
          typedIn.push(payment);
          marks.push('typed in');
          lines.push({
            line,
            truth: { kind: 'evidence', parts: [{ ...only, paymentId: payment.id }] },
            noise: marks,
          });
        } else lines.push({ line, truth: { kind: 'rent', parts: shares }, noise: marks });
      }
    }
    for (const payment of paid) {
      if (monthOf(payment.paidOn) < shiftMonth(month, -1) || payment.isReversed || payment.account === null)
        continue;
      if (random() >= noise.returned) continue;
      const chargeCents = random() < 0.5 ? 0 : 300 + below(8) * 50;
      const payer = payers.find((one) => one.leaseIds.includes(payment.leaseId));
      const reason = pick(['AC04', 'MD06', 'MS03', 'AM04']);
      lines.push({
        line: {
          ...base,
          bookedOn:
            addDays(payment.paidOn, 2 + below(6)) > firstOfMonth(month)
              ? addDays(payment.paidOn, 8)
              : addDays(firstOfMonth(month), 1),
          amountCents: -payment.amountCents - chargeCents,
          name: payer?.name ?? null,
          account: payment.account,
          text: `RETURN/REFUND ${reason}`,
          references: noReference,
          kind: 'return',
          returned: { reason, originalCents: payment.amountCents, chargeCents },
        },
        truth: {
          kind: 'reversal',
          parts: [{ leaseId: payment.leaseId, amountCents: -payment.amountCents, paymentId: payment.id }],
        },
        noise: ['returned'],
      });
    }
    return { lines: lines.toSorted((a, b) => (a.line.bookedOn < b.line.bookedOn ? -1 : 1)), typedIn };
  }

  return { leases, payers, rules, itemsOf, linesOf };
}

export type YearFigures = {
  lines: number;
  certain: number;
  certainAndWrong: YearLine[];
  rightWithoutClick: number;
  rightAtFirst: number;
  missed: YearLine[];
};

export type MatchAll = (
  lines: readonly MatchLine[],
  book: MatchBook,
) => { grade: string; parts: readonly ProposedPart[] }[];
type ProposedPart = { kind: string; amountCents: number; leaseId?: string; paymentId?: string };

function isRight({ truth }: YearLine, parts: readonly ProposedPart[]): boolean {
  const proposed = parts.filter((part) => part.kind !== 'return_charge');
  const kinds = { rent: ['rent'], evidence: ['evidence'], reversal: ['reversal'] }[truth.kind];
  const key = (part: { leaseId?: string; amountCents: number; paymentId?: string }) =>
    `${part.leaseId} ${part.amountCents} ${part.paymentId ?? ''}`;
  const expected = truth.parts.map(key).toSorted((a, b) => (a < b ? -1 : 1));
  const found = proposed.map(key).toSorted((a, b) => (a < b ? -1 : 1));
  return proposed.every((part) => kinds.includes(part.kind)) && expected.join() === found.join();
}

/**
 * Lives through a year: a file a month is matched with what the books know by then; afterwards somebody decides each line as it
 * is, so that open items, payments and learned payers of the next month are those of a well-kept account.
 */
export function liveThrough(year: BankYear, matchAll: MatchAll, from: Month = '2026-01'): YearFigures {
  let items: MatchItem[] = [];
  let payments: MatchPayment[] = [];
  const rules = [...year.rules];
  const known = new Set(rules.map((rule) => rule.account));
  const figures: YearFigures = {
    lines: 0,
    certain: 0,
    certainAndWrong: [],
    rightWithoutClick: 0,
    rightAtFirst: 0,
    missed: [],
  };
  const settle = (leaseId: string, cents: number) => {
    let rest = cents;
    items = items.flatMap((item) => {
      if (item.leaseId !== leaseId || rest <= 0) return [item];
      const taken = Math.min(rest, item.openCents);
      rest -= taken;
      return item.openCents > taken ? [{ ...item, openCents: item.openCents - taken }] : [];
    });
    // What is paid ahead settles the next month.
    if (rest > 0) credit.set(leaseId, (credit.get(leaseId) ?? 0) + rest);
  };
  const credit = new Map<string, number>();
  for (let at = 0; at < 12; at += 1) {
    const month = shiftMonth(from, at);
    items.push(...year.itemsOf(month));
    for (const [leaseId, cents] of [...credit]) {
      credit.delete(leaseId);
      settle(leaseId, cents);
    }
    const { lines, typedIn } = year.linesOf(month, payments);
    for (const payment of typedIn) settle(payment.leaseId, payment.amountCents);
    payments = [
      ...payments.filter((payment) => monthOf(payment.paidOn) >= shiftMonth(month, -3)),
      ...typedIn,
    ];
    const book: MatchBook = {
      currency: 'EUR',
      leases: year.leases,
      items,
      payments,
      rules,
      bookings: [],
      suppliers: [],
      feeCategoryId: null,
      ownAccounts: [],
      orders: [],
    };
    const matches = matchAll(
      lines.map(({ line }) => line),
      book,
    );
    for (const [index, one] of lines.entries()) {
      const match = matches[index];
      const right = match !== undefined && isRight(one, match.parts);
      figures.lines += 1;
      if (right) figures.rightAtFirst += 1;
      else figures.missed.push(one);
      if (match?.grade === 'certain') {
        figures.certain += 1;
        if (right) figures.rightWithoutClick += 1;
        else figures.certainAndWrong.push(one);
      }
      for (const part of one.truth.parts) {
        if (one.truth.kind === 'rent') {
          settle(part.leaseId, part.amountCents);
          payments.push({
            id: `paid ${figures.lines} ${part.leaseId}`,
            leaseId: part.leaseId,
            paidOn: one.line.bookedOn,
            amountCents: part.amountCents,
            awaitsLine: false,
            isReversed: false,
            endToEnd: null,
            account: one.line.account,
            month,
          });
        }
        payments = payments.map((payment) => {
          if (payment.id !== part.paymentId) return payment;
          return one.truth.kind === 'evidence'
            ? { ...payment, awaitsLine: false, account: one.line.account }
            : { ...payment, isReversed: true };
        });
        if (one.truth.kind === 'reversal') {
          items.push({
            id: `again ${figures.lines}`,
            leaseId: part.leaseId,
            kind: 'rent',
            dueOn: `${month}-03`,
            openCents: -part.amountCents,
            month,
          });
        }
      }
      if (one.truth.kind !== 'reversal' && one.line.account && !known.has(one.line.account)) {
        known.add(one.line.account);
        const payer = year.payers.find(({ leaseIds }) =>
          one.truth.parts.some((part) => leaseIds.includes(part.leaseId)),
        );
        rules.push({
          id: `learned-${rules.length}`,
          account: one.line.account,
          name: null,
          text: null,
          target: { kind: 'leases', leaseIds: payer?.leaseIds ?? [] },
        });
      }
    }
  }
  return figures;
}
