import type { LetterBlock } from '@/domain/letter';
import { formatIban, formatRfReference } from '@/lib/iban';
import { paymentCodeText } from './payment-code-rules';
import type { StatementWords } from './statement-words';

/** How to pay an amount: in words, and as a code that a bank's app reads. */
export function paymentBlock(
  payment: { holder: string; iban: string; bic: string | null; reference: string | null },
  { amountCents, tenants, words }: { amountCents: number; tenants: readonly string[]; words: StatementWords },
): LetterBlock {
  const purpose = words.purpose(tenants);
  const { holder, iban, bic, reference } = payment;
  return {
    kind: 'payment',
    title: words.pay(amountCents),
    facts: [
      [words.holder, holder],
      [words.iban, formatIban(iban)],
      ...(bic === null ? [] : [[words.bic, bic] as const]),
      [words.reference, reference === null ? purpose : formatRfReference(reference)],
    ],
    code: paymentCodeText({ ...payment, amountCents, purpose }),
    hint: words.payBy,
  };
}
