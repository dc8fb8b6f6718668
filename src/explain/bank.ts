import { type BankFile, readBankFile } from '../bank/index.ts';
import type { Match, MatchBook, MatchLine } from '../bank/matching/book.ts';
import { Matcher } from '../bank/matching/matcher.ts';
import { day, type Explained, inputs, money, none, number, text, word } from '../domain/trace.ts';
import { type PaymentOrder, paymentCode } from '../features/rent-account/payment-code-rules.ts';

/** What a bank's text says: its lines, or why it is refused. */
export function explainBankLine(written: string): Explained<BankFile> {
  const result = readBankFile(new TextEncoder().encode(written));
  const lines = result.kind === 'statements' ? result.statements.flatMap((statement) => statement.lines) : [];
  return {
    result,
    trace: {
      rule: 'bank_line',
      formula: 'Σ {amount}',
      sources: [],
      inputs: [],
      steps: lines.map((line) => ({
        of: [day(line.bookedOn), text(line.name ?? line.text)],
        formula: '{amount}',
        inputs: inputs({ amount: money(line.amountCents) }),
        result: money(line.amountCents),
      })),
      result: money(lines.reduce((sum, line) => sum + line.amountCents, 0)),
    },
  };
}

/** Whose a line is: its parts, and why. */
export function explainBankMatch(line: MatchLine, book: MatchBook): Explained<Match> {
  const result = new Matcher(book).match(line);
  return {
    result,
    trace: {
      rule: 'bank_match',
      formula: result.parts.length === 0 ? '{still_open}' : 'Σ {amount}',
      sources: [],
      inputs: inputs({
        match_grade: word(`match_${result.grade}`),
        match_reason: result.reasons[0] ? word(`match_${result.reasons[0].code}`) : none,
        amount: money(line.amountCents),
        ...(result.parts.length === 0 && { still_open: none }),
      }),
      steps: result.parts.map((part) => ({
        of: [
          text('leaseId' in part ? part.leaseId : part.kind),
          ...result.reasons
            .filter(({ leaseId }) => leaseId === null || ('leaseId' in part && leaseId === part.leaseId))
            .map(({ code }) => word(`match_${code}`)),
        ],
        formula: '{amount}',
        inputs: inputs({ amount: money(part.amountCents) }),
        result: money(part.amountCents),
      })),
      result: result.parts.length === 0 ? none : money(line.amountCents),
    },
  };
}

/** The text of a payment code, or why there is none. */
export function explainPaymentCode(
  order: PaymentOrder,
): Explained<Omit<ReturnType<typeof paymentCode>, 'lines'>> {
  const { lines, ...result } = paymentCode(order);
  const isOne = result.text !== null;
  const bytesOf = (line: string, at: number) =>
    new TextEncoder().encode(line).length + (at < lines.length - 1 ? 1 : 0);
  return {
    result,
    trace: {
      rule: 'epc_qr',
      formula: isOne ? 'Σ {bytes}' : '{of_bytes}',
      sources: ['EPC069-12', 'ISO 11649'],
      inputs: isOne ? [] : inputs({ of_bytes: none }),
      steps: isOne
        ? lines.map((line, at) => ({
            of: [text(line === '' ? '–' : line)],
            formula: '{bytes}',
            inputs: inputs({ bytes: number(bytesOf(line, at)) }),
            result: number(bytesOf(line, at)),
          }))
        : [],
      result: isOne ? number(result.bytes) : none,
    },
  };
}
