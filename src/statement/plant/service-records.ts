import { type Explained, inputs, money, text as words } from '../../domain/trace.ts';
import { addDays, type CalendarDate, isCalendarDate } from '../../lib/calendar.ts';
import { sumCents } from '../../lib/money.ts';

/** What a metering service's result says of one of its users. */
export type ServiceRecord = {
  /** Line of the file, from 1. */
  line: number;
  /** By which the service knows the user: nine digits of the property, four of the unit. */
  serviceId: string;
  /** By which the landlord knows the user, as it was told to the service. */
  ownId: string;
  /** The last day the user had the unit. */
  until: CalendarDate;
  totalCents: number;
  advancesCents: number;
};

/** Why a line was not read; each leaves its line out, and the rest goes on. */
export const recordProblems = [
  'balance_differs',
  'currency_unknown',
  'day_unreadable',
  'number_unreadable',
  'record_length',
  'too_large',
  'user_twice',
  'version_unknown',
] as const;
export type RecordProblem = { line: number; code: (typeof recordProblems)[number] };

const LENGTH = 128;
/** A property has hundreds of users: what is longer is no such file. */
const MOST = 2_000_000;
/** Old systems end a text with it. */
const END_OF_DISK = String.fromCharCode(26);

/**
 * The result records (`D`, file DTTECD) of the exchange of ARGE HeiWaKo, version 2.10: 128 characters each. Positions as a
 * publicly documented product writes them (codicon.de, AbSys, "Export D-Satz", read in November 2026): 9–21 the service's id,
 * 22–27 the last day (DDMMYY), 28–47 the landlord's, 48–56, 57–65 and 66–74 costs, advances and balance in cents with VAT, 126
 * the currency (E). Records of other kinds are passed over. Those of versions 3.x, whose result records could not be read in a source,
 * are named and left out. Costs are those of everything the service settles for a user: cold water, too, where it does.
 */
export function readServiceRecords(text: string): { records: ServiceRecord[]; problems: RecordProblem[] } {
  if (text.length > MOST) return { records: [], problems: [{ line: 1, code: 'too_large' }] };
  const records: ServiceRecord[] = [];
  const problems: RecordProblem[] = [];
  const seen = new Set<string>();
  // Files of that age begin with a mark of their encoding and end with one of the disk.
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll(END_OF_DISK, '')
    .split(/\r\n|\r|\n/);
  for (const [index, written] of lines.entries()) {
    const line = index + 1;
    if (!written.startsWith('D')) continue;
    const read = recordOf(written, line);
    if (typeof read === 'string') {
      problems.push({ line, code: read });
      continue;
    }
    const user = `${read.serviceId} ${read.ownId} ${read.until}`;
    if (seen.has(user)) problems.push({ line, code: 'user_twice' });
    else records.push(read);
    seen.add(user);
  }
  return { records, problems };
}

/** The same, with what each user's costs are, and their advances beside them. */
export function explainServiceRecords(text: string): Explained<ReturnType<typeof readServiceRecords>> {
  const result = readServiceRecords(text);
  return {
    result,
    trace: {
      rule: 'service_records',
      formula: 'Σ {costs}',
      sources: ['ARGE HeiWaKo 2.10'],
      inputs: [],
      steps: result.records.map(({ ownId, serviceId, totalCents, advancesCents }) => ({
        of: [words(ownId || serviceId)],
        formula: '{costs}',
        inputs: inputs({ costs: money(totalCents), advances: money(advancesCents) }),
        result: money(totalCents),
      })),
      result: money(sumCents(result.records.map(({ totalCents }) => totalCents))),
    },
  };
}

function recordOf(written: string, line: number): ServiceRecord | RecordProblem['code'] {
  if (/^D\d\d\.\d\d/.test(written)) return 'version_unknown';
  // Blanks at the end are lost on the way now and then.
  if (written.length > LENGTH || written.length < 126) return 'record_length';
  const at = (first: number, last: number) => written.slice(first - 1, last);
  const until = dayOf(at(22, 27));
  if (until === null) return 'day_unreadable';
  const [total, advances, balance] = [amountOf(at(48, 56)), amountOf(at(57, 65)), amountOf(at(66, 74))];
  if (total === null || advances === null || balance === null) return 'number_unreadable';
  if (at(126, 126) !== 'E') return 'currency_unknown';
  if (total - advances !== balance) return 'balance_differs';
  const [serviceId, ownId] = [at(9, 21).trim(), at(28, 47).trim()];
  return { line, serviceId, ownId, until, totalCents: total, advancesCents: advances };
}

/** Cents with leading zeros, below nothing with a sign before or after them. */
function amountOf(written: string): number | null {
  const found = /^([-+]?)(\d+)([-+]?)$/.exec(written.trim());
  if (!found || (found[1] && found[3])) return null;
  const cents = Number(found[2]);
  return (found[1] || found[3]) === '-' && cents !== 0 ? -cents : cents;
}

/** A day as DDMMYY, of this century. */
function dayOf(written: string): CalendarDate | null {
  const found = /^(\d\d)(\d\d)(\d\d)$/.exec(written);
  const day = found ? `20${found[3]}-${found[2]}-${found[1]}` : '';
  return isCalendarDate(day) && addDays(day, 0) === day ? day : null;
}
