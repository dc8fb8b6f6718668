import { vatContained } from '../../../domain/vat.ts';
import type { Language } from '../../../domain/vocabulary.ts';
import {
  addDays,
  type CalendarDate,
  firstOfMonth,
  lastOfMonth,
  maxDate,
  minDate,
  monthOf,
  shiftMonth,
} from '../../../lib/calendar.ts';
import { makeRfReference } from '../../../lib/iban.ts';
import { type BuiltInCode, builtInRows } from '../../category/built-in-facts.ts';
import { amountOn, daysToPost } from '../../recurring/rules.ts';
import { splitBill } from '../../transaction/rules.ts';
import { createRandom, uuidAt } from '../random-rules.ts';
import { dueRuleIn, keepAccount, noon } from './account.ts';
import {
  directionOf,
  isPassedOn,
  type NewBill,
  type NewLease,
  type NewRecurring,
  placeOf,
} from './book-entries.ts';
import { type Founding, foundingRows } from './founding.ts';
import type { DemoPlace } from './places.ts';
import { emptyRows, type Rows } from './rows.ts';

type Given<T extends keyof Rows, Optional extends string = never> = Omit<
  Rows[T][number],
  'portfolioId' | 'id' | Optional
>;

export type Books = ReturnType<typeof openBooks>;

/**
 * Writes a portfolio's rows from what happened in it, by the same rules as the program and always the same for
 * the same seed, portfolio and day. `take` hands over what has been written since, so that large books need not
 * fit into memory.
 */
export function openBooks(of: {
  portfolioId: string;
  userId: string;
  seed: string;
  today: CalendarDate;
  /** First day that is booked: what is older lies before these books. */
  openedOn: CalendarDate;
  language: Language;
  place: DemoPlace;
}) {
  const { portfolioId, userId, today, openedOn } = of;
  const random = createRandom(`${of.seed} ${portfolioId}`);
  // A row that is not there on the day it bears must not sort before those that are.
  const newId = (day: CalendarDate) => uuidAt(random, noon(day).getTime());
  let rows = emptyRows();
  const categories = new Map(builtInRows.map((row) => [row.code, newId(openedOn)]));
  const categoryId = (code: BuiltInCode) => {
    const id = categories.get(code);
    if (!id) throw new Error(`No category ${code}.`);
    return id;
  };
  const ownAccountId = newId(openedOn);
  let accountId: string | null = ownAccountId;
  const landlordId = newId(openedOn);
  const stamps = { version: 1, createdAt: noon(openedOn), updatedAt: noon(openedOn) };

  return {
    today,
    random,
    language: of.language,
    /** A month by its distance from the current one, as its first day. */
    month: (distance: number) => firstOfMonth(shiftMonth(monthOf(today), distance)),

    /** The portfolio, its owner, landlord, account and categories: comes first. */
    found(fields: Pick<Founding, 'name' | 'landlord' | 'home' | 'taxNumber' | 'iban'>): void {
      if (fields.iban === null) accountId = null;
      const founded = foundingRows({
        ...fields,
        portfolioId,
        userId,
        place: of.place,
        today,
        stamps,
        ids: { member: newId(today), landlord: landlordId, account: ownAccountId, categories },
      });
      // Comes first: of all these there is nothing yet.
      rows = { ...rows, ...founded };
      this.tell(
        {
          action: 'portfolio.create',
          entity: 'portfolio',
          entityId: portfolioId,
          after: { name: fields.name },
        },
        openedOn,
      );
    },

    /** What somebody did, for the list of recent changes. */
    tell(
      event: { action: string; entity: string; entityId: string; after: Record<string, unknown> },
      day: CalendarDate,
    ): void {
      rows.auditEvent.push({
        portfolioId,
        id: newId(day),
        at: noon(day),
        actorKind: 'user',
        userId,
        ...event,
      });
    },

    addProperty(fields: Given<'property', 'version' | 'createdAt' | 'updatedAt'>): string {
      const id = newId(openedOn);
      rows.property.push({ portfolioId, id, ...fields, ...stamps });
      rows.propertyOwner.push({
        portfolioId,
        id: newId(openedOn),
        propertyId: id,
        landlordId,
        shareNumerator: 1,
        shareDenominator: 1,
        ...stamps,
      });
      return id;
    },

    addValuation(propertyId: string, valuedOn: CalendarDate, valueCents: number): void {
      rows.valuation.push({ portfolioId, id: newId(openedOn), propertyId, valuedOn, valueCents, ...stamps });
    },

    addUnit(
      fields: Pick<
        Rows['unit'][number],
        'propertyId' | 'name' | 'kind' | 'floor' | 'rooms10' | 'askingRentCents'
      > & {
        areaSqm100: number | null;
      },
    ): string {
      const { areaSqm100, ...unit } = fields;
      const id = newId(openedOn);
      rows.unit.push({ portfolioId, id, ...unit, ...stamps });
      rows.unitPeriod.push({
        portfolioId,
        id: newId(openedOn),
        unitId: id,
        validFrom: '1900-01-01',
        areaSqm100,
        ownUse: false,
        ...stamps,
      });
      return id;
    },

    addTenant(fields: {
      kind?: 'person' | 'company';
      salutation?: 'mr' | 'ms' | 'none';
      firstName: string | null;
      lastName: string | null;
      companyName?: string;
      email: string | null;
      phone: string | null;
      notes?: string;
    }): string {
      const id = newId(openedOn);
      rows.tenant.push({
        portfolioId,
        id,
        kind: fields.kind ?? 'person',
        salutation: fields.salutation ?? 'none',
        firstName: fields.firstName,
        lastName: fields.lastName,
        companyName: fields.companyName ?? null,
        letterLanguage: of.language,
        emails: fields.email ? [fields.email] : [],
        phones: fields.phone ? [fields.phone] : [],
        notes: fields.notes ?? null,
        ...stamps,
      });
      return id;
    },

    /** A lease with its rents, deposit and the whole of its account. */
    addLease(lease: NewLease): string {
      const id = newId(openedOn);
      const { startsOn, endsOn } = lease;
      const monthEnd = lastOfMonth(monthOf(today));
      const startMonth = firstOfMonth(monthOf(startsOn));
      const bookedFrom = maxDate(startMonth, openedOn);
      const paymentReference = makeRfReference(id.replaceAll('-', '').slice(-12).toUpperCase());
      rows.lease.push({
        portfolioId,
        id,
        signedOn: addDays(startsOn, -21),
        startsOn,
        endsOn,
        isFixedTerm: lease.isFixedTerm ?? false,
        noticeGivenOn: lease.notice?.givenOn ?? null,
        noticeBy: lease.notice?.by ?? null,
        bookedFrom,
        postedThrough: minDate(monthEnd, endsOn),
        prorationMethod: 'calendar_days',
        dueRule: dueRuleIn(lease.state),
        dueDay: null,
        paymentReference,
        ...stamps,
      });
      for (const unitId of lease.unitIds) {
        rows.leaseUnit.push({
          portfolioId,
          id: newId(openedOn),
          leaseId: id,
          unitId,
          fromOn: startsOn,
          toOn: endsOn,
          isVoided: false,
          ...stamps,
        });
      }
      for (const tenantId of lease.tenantIds) {
        rows.leaseTenant.push({
          portfolioId,
          id: newId(openedOn),
          leaseId: id,
          tenantId,
          fromOn: startsOn,
          toOn: null,
          ...stamps,
        });
      }
      rows.household.push({
        portfolioId,
        id: newId(openedOn),
        leaseId: id,
        validFrom: startsOn,
        persons: lease.persons,
        ...stamps,
      });
      for (const { validFrom, reason, lines } of lease.rents) {
        const rentId = newId(openedOn);
        rows.rent.push({ portfolioId, id: rentId, leaseId: id, validFrom, reason, ...stamps });
        for (const [position, line] of lines.entries()) {
          rows.rentLine.push({ portfolioId, id: newId(openedOn), rentId, position, ...line, ...stamps });
        }
      }
      if (lease.depositCents !== null) this.addDeposit(id, lease, lease.depositCents);
      const terms = {
        id,
        startsOn,
        endsOn,
        bookedFrom,
        state: lease.state,
        payerTenantId: lease.tenantIds[0],
        bankAccountId: accountId,
        paymentReference,
        rents: lease.rents,
        pays: lease.pays,
      };
      keepAccount(rows, { portfolioId, userId, today, newId }, terms);
      return id;
    },

    /** Paid when moving in, given back some weeks after moving out, unless it is held still. */
    addDeposit(
      leaseId: string,
      { startsOn, endsOn, depositHeldPastDays }: NewLease,
      agreedCents: number,
    ): void {
      const depositId = newId(openedOn);
      const returnDueOn = endsOn && addDays(endsOn, depositHeldPastDays ?? 60);
      const returnedOn = depositHeldPastDays === undefined ? returnDueOn : null;
      rows.deposit.push({
        portfolioId,
        id: depositId,
        leaseId,
        form: 'cash',
        agreedCents,
        returnDueOn,
        ...stamps,
      });
      const moves = [
        { kind: 'received' as const, bookedOn: startsOn },
        { kind: 'returned' as const, bookedOn: returnedOn },
      ];
      for (const { kind, bookedOn } of moves) {
        if (bookedOn === null || bookedOn > today) continue;
        rows.depositMovement.push({
          portfolioId,
          id: newId(bookedOn),
          depositId,
          kind,
          bookedOn,
          amountCents: agreedCents,
          recordedBy: userId,
          recordedAt: noon(bookedOn),
        });
      }
    },

    /** What comes back every n months, with everything of it that is due by today. */
    addRecurring(item: NewRecurring): string {
      const id = newId(openedOn);
      const { title, payee, everyMonths, startsOn, amounts } = item;
      const columns = {
        ...placeOf(item),
        direction: directionOf(item.category),
        title,
        categoryId: categoryId(item.category),
        payee,
        bankAccountId: accountId,
        recoverableKey: item.recoverableKey ?? null,
      };
      const series = {
        everyMonths,
        anchorDay: Number(startsOn.slice(8)),
        startsOn,
        endsOn: item.endsOn ?? null,
      };
      rows.recurring.push({
        portfolioId,
        id,
        ...columns,
        ...series,
        postedThrough: minDate(today, series.endsOn),
        ...stamps,
      });
      for (const amount of amounts) {
        rows.recurringAmount.push({
          portfolioId,
          id: newId(openedOn),
          recurringId: id,
          vatRateBp: 0,
          ...amount,
          ...stamps,
        });
      }
      for (const dueOn of daysToPost({ ...series, postedThrough: null }, today)) {
        const { amountCents = 0, vatRateBp = 0 } = amountOn(amounts, dueOn) ?? {};
        rows.transaction.push({
          portfolioId,
          id: newId(dueOn),
          ...columns,
          bookedOn: dueOn,
          serviceFrom: null,
          serviceTo: null,
          amountCents,
          vatRateBp,
          vatCents: vatContained(amountCents, vatRateBp),
          labourCents: 0,
          invoiceOn: null,
          invoiceNumber: null,
          splitMethod: null,
          recurringId: id,
          dueOn,
          bookedBy: null,
          bookedAt: noon(dueOn),
        });
      }
      return id;
    },

    /** A bill that came once, shared out to the cent where it is split. */
    addBill(bill: NewBill): string {
      const id = newId(bill.bookedOn);
      const { title, payee, bookedOn, amountCents, vatRateBp = 0 } = bill;
      rows.transaction.push({
        portfolioId,
        id,
        ...placeOf(bill),
        direction: directionOf(bill.category),
        title,
        categoryId: categoryId(bill.category),
        payee,
        bankAccountId: accountId,
        recoverableKey: isPassedOn(bill.category) ? 'area' : null,
        bookedOn,
        serviceFrom: null,
        serviceTo: null,
        amountCents,
        vatRateBp,
        vatCents: vatContained(amountCents, vatRateBp),
        labourCents: bill.labourCents ?? 0,
        invoiceOn: addDays(bookedOn, -10),
        invoiceNumber: bill.invoiceNumber ?? null,
        splitMethod: bill.split?.method ?? null,
        recurringId: null,
        dueOn: null,
        bookedBy: userId,
        bookedAt: noon(bookedOn),
      });
      if (!bill.split) return id;
      const { shares, problem } = splitBill({ amountCents, ...bill.split });
      if (problem) throw new Error(`A made-up bill cannot be split: ${problem}.`);
      for (const { unitId, weight, amountCents: cents } of shares) {
        rows.transactionShare.push({
          portfolioId,
          id: newId(bookedOn),
          transactionId: id,
          unitId,
          weight: weight ?? 0,
          amountCents: cents,
        });
      }
      return id;
    },

    /** What was written since the last time. */
    take(): Rows {
      const taken = rows;
      rows = emptyRows();
      return taken;
    },
  };
}
