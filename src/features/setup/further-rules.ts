import type { CalendarDate } from '@/lib/calendar';
import { minDate, monthOf } from '@/lib/calendar';
import * as field from '@/lib/field';
import type { Column, Readers, Row, Wrong } from './column-rules';

export type Contacts = { emails?: string[]; phones?: string[]; payerIbans?: string[] };

const contactColumns = [
  { column: 'email', key: 'emails', one: field.email, between: /[;,\s]+/ },
  { column: 'phone', key: 'phones', one: field.phone, between: /[;,\n]/ },
  { column: 'iban', key: 'payerIbans', one: field.iban, between: /[;,\n]/ },
] as const;

/** As many as a tenant may have (`src/features/tenant/schema.ts`). */
const MOST_CONTACTS = 10;

/**
 * How each of so many people is reached: one person in every way that stands there, several each in their own where there
 * are as many ways as people, the first of them where there is one. Semicolons between people, one fewer than there are of
 * them, say whose several ways are: `030 12, 0170 55; 030 34`. Anything else could be anybody's.
 */
export function contactsOf(
  { cells }: Row,
  asked: readonly Column[],
  people: number,
  wrong: Wrong,
): Contacts[] {
  const all: Contacts[] = Array.from({ length: people }, () => ({}));
  for (const { column, key, one, between } of contactColumns) {
    const groups = (asked.includes(column) ? cells[column] : '')
      .split(';')
      .map((group) => group.split(between).filter((part) => part.trim()));
    const said = groups.flat();
    const isParted = people > 1 && groups.length === people;
    const shares = isParted ? groups : people === 1 ? [said] : said.map((part) => [part]);
    const read = shares.map((share) => share.map((part) => one.safeParse(part)));
    const values = read.map((share) => [
      ...new Set(share.flatMap(({ data }) => (data === undefined ? [] : [data]))),
    ]);
    if (read.flat().some(({ data }) => data === undefined)) wrong(column, column);
    else if (values.some((share) => share.length > MOST_CONTACTS)) wrong(column, 'too_long');
    else if (people > 1 && !isParted && ![0, 1, people].includes(said.length)) {
      wrong(column, 'contacts_unclear');
    } else {
      for (const [index, contacts] of all.entries()) {
        const own = values[index] ?? [];
        if (own.length > 0) contacts[key] = own;
      }
    }
  }
  return all;
}

/** `3`, `3 Personen`; null where nothing is said. */
export function personsOf(text: string, wrong: Wrong): number | null {
  if (text.trim() === '') return null;
  const count = /^\s*(\d+)\s*(?:personen|person|pers\.?|persons|people)?\s*$/i.exec(text)?.[1];
  if (count === undefined) wrong('persons', 'not_a_number');
  else if (Number(count) > 99) wrong('persons', 'too_big');
  return count === undefined ? null : Number(count);
}

/** An area or a number of rooms; null where nothing is said. */
export function sizeOf(
  { cells }: Row,
  column: 'area' | 'rooms',
  asked: readonly Column[],
  readers: Readers,
  wrong: Wrong,
): number | null {
  if (!asked.includes(column) || cells[column].trim() === '') return null;
  const read = readers[column](cells[column]);
  if (!read.ok) wrong(column, read.reason);
  else if (read.scaled < 0) wrong(column, 'negative');
  return read.ok ? read.scaled : null;
}

/**
 * What was open before the first month that is booked, owed above zero. Its column says which way it is, so that neither has a
 * sign; before a lease begins nothing can be open.
 */
export function openingOf(
  { cells }: Row,
  startsOn: CalendarDate | null,
  asked: readonly Column[],
  { cents, firstMonth }: Pick<Readers, 'cents' | 'firstMonth'>,
  wrong: Wrong,
): number {
  const amountOf = (column: 'arrears' | 'credit') => {
    if (!asked.includes(column) || cells[column].trim() === '') return 0;
    const read = cents(cells[column]);
    if (!read.ok) wrong(column, read.reason);
    else if (read.cents < 0) wrong(column, 'sign_unclear');
    else if (read.cents > 0 && startsOn !== null && monthOf(startsOn) >= firstMonth) {
      wrong(column, 'nothing_before_lease');
    }
    return read.ok ? read.cents : 0;
  };
  const [owed, credit] = [amountOf('arrears'), amountOf('credit')];
  if (owed > 0 && credit > 0) wrong('credit', 'owed_and_credit');
  return owed - credit;
}

export type Deposit = {
  id: string;
  agreedCents: number;
  received: { id: string; bookedOn: CalendarDate; amountCents: number } | null;
};

const yes =
  /^(?:ja|yes|y|j|x|✓|✔|voll|vollständig|komplett|ganz|in full|full|erhalten|bezahlt|gezahlt|paid|received)$/i;
const no = /^(?:nein|no|n|offen|open|none|keine)$/i;

/**
 * The deposit that was agreed, and what of it has come: an amount, all of it where "yes" or the day stands there. Without a
 * day it came when the lease began, as it is due then (§ 551 (2) BGB), and no later than today.
 */
export function depositOf(
  { cells, ids }: Row,
  startsOn: CalendarDate | null,
  asked: readonly Column[],
  { cents, day, today }: Pick<Readers, 'cents' | 'day' | 'today'>,
  wrong: Wrong,
): Deposit | null {
  const said = (column: 'deposit' | 'depositHeld') => (asked.includes(column) ? cells[column].trim() : '');
  const agreed = said('deposit') === '' ? null : cents(said('deposit'));
  if (agreed?.ok === false) wrong('deposit', agreed.reason);
  else if (agreed?.ok && agreed.cents < 0) wrong('deposit', 'negative');
  const agreedCents = agreed?.ok ? agreed.cents : 0;
  const held = heldOf(said('depositHeld'), agreedCents);
  if (held.code) wrong('depositHeld', held.code);
  // What came of a deposit nobody agreed would be kept of nothing.
  else if (agreed === null && (held.amountCents > 0 || held.on !== null)) wrong('deposit', 'required');
  if (agreedCents <= 0) return null;
  const bookedOn = held.on ?? (startsOn === null ? today : minDate(startsOn, today));
  return {
    id: ids.deposit,
    agreedCents,
    received: held.amountCents > 0 ? { id: ids.received, bookedOn, amountCents: held.amountCents } : null,
  };

  function heldOf(
    text: string,
    whole: number,
  ): { amountCents: number; on: CalendarDate | null; code?: string } {
    if (text === '' || no.test(text)) return { amountCents: 0, on: null };
    if (yes.test(text)) return { amountCents: whole, on: null };
    const amount = cents(text);
    if (amount.ok) {
      return { amountCents: amount.cents, on: null, ...(amount.cents < 0 && { code: 'negative' }) };
    }
    const came = day(text);
    if (!came.ok) return { amountCents: 0, on: null, code: amount.reason };
    return { amountCents: whole, on: came.day, ...(came.day > today && { code: 'day_to_come' }) };
  }
}
