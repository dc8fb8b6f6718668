import { type AccountNumber, bankCodeText } from '@/domain/bank-account';
import type { LetterBlock } from '@/domain/letter';
import type { Currency } from '@/domain/vocabulary';
import { formatIban, formatRfReference } from '@/lib/iban';
import { codeOfRequest } from './payment-code-rules';
import type { StatementWords } from './statement-words';

export type PaymentWay = AccountNumber & {
  holder: string;
  bic: string | null;
  currency: Currency;
  reference: string | null;
};

/** Into which account, each part by its name. */
export function paymentFacts(
  payment: PaymentWay,
  purpose: string,
  words: Pick<StatementWords, 'holder' | 'iban' | 'bic' | 'bankCode' | 'accountNumber' | 'reference'>,
): (readonly [string, string])[] {
  const { holder, scheme, iban, bic, accountNumber, reference } = payment;
  const facts = [
    [words.holder, holder],
    [words.iban, iban === null ? null : formatIban(iban)],
    [scheme === 'iban' ? '' : words.bankCode(scheme), bankCodeText(payment)],
    [words.accountNumber, accountNumber],
    [words.bic, bic],
    [words.reference, reference === null ? purpose : formatRfReference(reference)],
  ] as const;
  return facts.flatMap(([term, said]) => (said === null ? [] : [[term, said] as const]));
}

/** How to pay an amount: in words, and as a code that a bank's app reads. */
export function paymentBlock(
  payment: PaymentWay,
  { amountCents, tenants, words }: { amountCents: number; tenants: readonly string[]; words: StatementWords },
): LetterBlock {
  const purpose = words.purpose(tenants);
  return {
    kind: 'payment',
    title: words.pay(amountCents),
    facts: paymentFacts(payment, purpose, words),
    code: codeOfRequest({ ...payment, amountCents, purpose }),
    hint: words.payBy,
  };
}
