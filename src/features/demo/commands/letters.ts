import type { Language } from '../../../domain/vocabulary.ts';
import { addDays, type CalendarDate } from '../../../lib/calendar.ts';
import { createRandom, uuidAt } from '../random-rules.ts';
import { noon } from './account.ts';
import type { Rows } from './rows.ts';

/** A friendly reminder that went by post some days ago, to whoever is behind longest: made after everything else, as debits are. */
export function addLetters(
  rows: Rows,
  {
    portfolioId,
    userId,
    today,
    title,
    language,
  }: { portfolioId: string; userId: string; today: CalendarDate; title: string; language: Language },
): void {
  const random = createRandom(`letters ${portfolioId}`);
  const writtenOn = addDays(today, -4);
  const [oldest] = rows.openItem
    .filter((item) => item.openCents > 0 && item.dueOn < addDays(writtenOn, -5))
    .toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : 1));
  if (!oldest) return;
  const { leaseId } = oldest;
  const items = rows.openItem.filter(
    (item) => item.leaseId === leaseId && item.openCents > 0 && item.dueOn < writtenOn,
  );
  const newId = () => uuidAt(random, noon(writtenOn).getTime());
  const id = newId();
  rows.letter.push({
    portfolioId,
    id,
    leaseId,
    kind: 'reminder',
    step: 'friendly',
    language,
    title,
    writtenOn,
    state: 'sent',
    way: 'post',
    sentOn: writtenOn,
    sentBy: userId,
    totalCents: items.reduce((sum, item) => sum + item.openCents, 0),
    interestCents: 0,
    createdAt: noon(writtenOn),
    updatedAt: noon(writtenOn),
  });
  for (const { chargeId, openCents } of items) {
    rows.letterItem.push({ portfolioId, id: newId(), letterId: id, chargeId, step: 'friendly', openCents });
  }
  for (const { tenantId } of rows.leaseTenant.filter((one) => one.leaseId === leaseId)) {
    rows.letterTenant.push({ portfolioId, id: newId(), letterId: id, tenantId });
  }
}

type OwnText = { language: Language; name: string; subject: string; body: string };

/** A text of one's own, and a rule that reminds of nothing under ten euros and a little later than ours. */
export function addLetterSettings(
  rows: Rows,
  { portfolioId, today, text }: { portfolioId: string; today: CalendarDate; text: OwnText },
): void {
  const random = createRandom(`letter settings ${portfolioId}`);
  const since = addDays(today, -400);
  const newRow = () => ({
    portfolioId,
    id: uuidAt(random, noon(since).getTime()),
    createdAt: noon(since),
    updatedAt: noon(since),
  });
  rows.letterTemplate.push({ ...newRow(), kind: 'free', ...text });
  rows.reminderRule.push({
    ...newRow(),
    friendlyDays: 5,
    firstDays: 15,
    secondDays: 30,
    lastDays: 45,
    betweenDays: 12,
    leastCents: 1_000,
    payWithinDays: 10,
    withInterest: true,
    feeCents: 0,
  });
}
