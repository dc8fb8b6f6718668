import { addDays, type CalendarDate } from '../../../lib/calendar.ts';
import { createRandom, uuidAt } from '../random-rules.ts';
import { noon } from './account.ts';
import { type Rows, tenantOf } from './rows.ts';

type Line = Pick<Rows['bankLine'][number], 'bookedOn' | 'amountCents' | 'name' | 'text'> & {
  account: string;
};

/**
 * A file of the bank whose lines wait: a rent typed in already, an overdue one that names its reference, and two that are
 * nothing of a tenant. Made after everything else and by numbers of its own, so that all other rows stay what they were.
 */
export function addBankLines(
  rows: Rows,
  of: { portfolioId: string; userId: string; today: CalendarDate },
): void {
  const { portfolioId, userId, today } = of;
  const random = createRandom(`bank ${portfolioId}`);
  const newId = () => uuidAt(random, noon(today).getTime());
  const lines = waitingLines(rows, today);
  const bankAccountId = rows.bankAccount[0]?.id ?? '';
  const [importId, statementId] = [newId(), newId()];
  rows.bankImport.push({
    portfolioId,
    id: importId,
    fileName: 'camt053.xml',
    fileHash: '',
    lineCount: lines.length,
    knownCount: 0,
    importedBy: userId,
    importedAt: noon(today),
  });
  rows.bankStatement.push({ portfolioId, id: statementId, importId, bankAccountId });
  for (const [entryIndex, line] of lines.entries()) {
    rows.bankLine.push({
      portfolioId,
      id: newId(),
      statementId,
      bankAccountId,
      ...line,
      valueOn: line.bookedOn,
      currency: rows.portfolio[0]?.currency ?? 'EUR',
      givenReferences: {
        endToEnd: null,
        mandate: null,
        creditorId: null,
        structured: null,
        bank: null,
        batch: null,
      },
      kind: 'transfer',
      entryIndex,
      entryCents: line.amountCents,
      raw: line.text,
      lineNumber: entryIndex + 1,
    });
  }
}

function waitingLines(rows: Rows, today: CalendarDate): Line[] {
  const nameOf = (leaseId: string) => tenantOf(rows, leaseId);
  const typed = rows.payment
    .filter((row) => row.method === 'transfer' && row.paidOn <= today)
    .toSorted((a, b) => (a.paidOn < b.paidOn ? -1 : 1))
    .at(-1);
  const overdue = rows.openItem
    .filter((row) => row.openCents > 0 && row.dueOn <= today)
    .toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : 1))[0];
  const reference = rows.lease.find((row) => row.id === overdue?.leaseId)?.paymentReference ?? '';
  return [
    ...(typed
      ? [
          {
            bookedOn: typed.paidOn,
            amountCents: typed.amountCents,
            name: nameOf(typed.leaseId).toUpperCase(),
            text: 'Miete',
            account: 'DE02100100100006820101',
          },
        ]
      : []),
    ...(overdue
      ? [
          {
            bookedOn: today,
            amountCents: overdue.openCents,
            name: nameOf(overdue.leaseId),
            text: reference,
            account: 'DE02300209000106531065',
          },
        ]
      : []),
    {
      bookedOn: addDays(today, -1),
      amountCents: -64_90,
      name: 'Stadtwerke',
      text: 'Abschlag Strom',
      account: 'DE02500105170137075030',
    },
    {
      bookedOn: addDays(today, -2),
      amountCents: 120_00,
      name: 'M. Hoffmann',
      text: 'Danke für neulich',
      account: 'DE02200505501015871393',
    },
  ];
}
