import { fieldsOf } from '@/components/form/field-name';
import type { FormConnection } from '@/components/form/form-context';
import type { CategoryRow } from '@/features/category/components/category-field';
import { costNamed } from '@/features/category/cost-words-rules';
import { formatDate, formatDecimal, type UserFormats, writeMoney } from '@/i18n/formats';
import { proposalOf } from '@/invoice/booking';
import type { Invoice } from '@/invoice/invoice';
import type { recordTransactionInput } from '../schema';

const field = fieldsOf<typeof recordTransactionInput>();

/** Writes what an invoice says into the fields of a booking that are still empty, as somebody would type it. */
export function fillBooking(
  form: FormConnection,
  invoice: Invoice,
  {
    isExpense,
    categories,
    formats,
  }: { isExpense: boolean; categories: readonly CategoryRow[]; formats: UserFormats },
): void {
  const { amountCents, vatRateBp, ...known } = proposalOf(invoice, {
    currency: formats.currency,
    isExpense,
  });
  const named = costNamed([invoice.seller.name, ...invoice.lines.map(({ name }) => name)].join(' '));
  const category = isExpense && categories.find(({ code }) => code !== null && code === named);
  const dateOf = (day: string | null) => day && formatDate(day, formats);
  const entries = [
    [field('amountCents'), amountCents === null ? null : writeMoney(amountCents, formats)],
    [field('categoryId'), category ? category.id : null],
    [field('title'), known.title],
    [field('payee'), known.payee],
    [field('serviceFrom'), dateOf(known.serviceFrom)],
    [field('serviceTo'), dateOf(known.serviceTo)],
    [field('vatRateBp'), vatRateBp === null ? null : formatDecimal(vatRateBp, 2, formats)],
    [field('invoiceOn'), dateOf(known.invoiceOn)],
    [field('invoiceNumber'), known.invoiceNumber],
  ] as const;
  for (const [name, text] of entries) if (text !== null) form.fill(name, text);
}
