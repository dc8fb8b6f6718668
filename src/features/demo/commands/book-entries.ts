import type { NoticeParty, RentReason } from '../../../domain/vocabulary.ts';
import type { CalendarDate } from '../../../lib/calendar.ts';
import { type BuiltInCode, builtInRows } from '../../category/built-in-facts.ts';
import type { Rent } from '../../rent/rules.ts';
import type { SplitUnit } from '../../transaction/rules.ts';
import type { AccountTerms } from './account.ts';
import type { Rows } from './rows.ts';

export type NewLease = {
  unitIds: string[];
  tenantIds: [string, ...string[]];
  startsOn: CalendarDate;
  endsOn: CalendarDate | null;
  notice?: { givenOn: CalendarDate; by: NoticeParty };
  isFixedTerm?: boolean;
  persons: number;
  state: AccountTerms['state'];
  rents: [Rent & { reason: RentReason }, ...(Rent & { reason: RentReason })[]];
  pays: AccountTerms['pays'];
  /** Three net rents by custom; null for none. */
  depositCents: number | null;
  /** Of a deposit nobody has given back yet: so many days after the end it should have been. */
  depositHeldPastDays?: number;
};

type DatedAmount = { validFrom: CalendarDate; amountCents: number; vatRateBp?: number };

export type NewRecurring = {
  propertyId?: string;
  unitId?: string;
  title: string;
  category: BuiltInCode;
  payee: string;
  everyMonths: number;
  startsOn: CalendarDate;
  endsOn?: CalendarDate;
  amounts: [DatedAmount, ...DatedAmount[]];
  recoverableKey?: Rows['recurring'][number]['recoverableKey'];
};

export type NewBill = {
  propertyId?: string;
  unitId?: string;
  bookedOn: CalendarDate;
  title: string;
  category: BuiltInCode;
  payee: string;
  amountCents: number;
  vatRateBp?: number;
  labourCents?: number;
  invoiceNumber?: string;
  split?: { method: 'area' | 'equal'; units: readonly SplitUnit[] };
};

export const directionOf = (code: BuiltInCode) =>
  builtInRows.find((row) => row.code === code)?.direction ?? 'expense';

/** Whether tenants bear what is booked under it, as the form proposes. */
export const isPassedOn = (code: BuiltInCode) =>
  builtInRows.find((row) => row.code === code)?.isRecoverable ?? false;

export const placeOf = ({ propertyId, unitId }: { propertyId?: string; unitId?: string }) => ({
  level: unitId ? ('unit' as const) : propertyId ? ('property' as const) : ('portfolio' as const),
  propertyId: propertyId ?? null,
  unitId: unitId ?? null,
});
