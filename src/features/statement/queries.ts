import 'server-only';
import { and, eq, min, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '@/db/client';
import { leaseUnit, transaction, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { type CalendarDate, minDate } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import type { Period } from '@/lib/period';
import { changesSince, forecast } from '@/statement';
import { deadlineState, statementDeadline } from '@/statement/deadline';
import { listAdvanceChanges } from './advance-queries';
import { listCosts } from './cost-queries';
import { getHouse, type House } from './house-queries';
import { readCase } from './input-queries';
import { usualPeriods } from './rules';
import type { listPeriodsInput, statementInput } from './schema';
import {
  findSent,
  listSentLetters,
  listSentPeriods,
  listTold,
  listVersions,
  type Told,
  viewOfSent,
} from './sent-queries';
import { isChanged, isWhole, type StatementView, viewOf } from './view-rules';

/** The periods of a property that can be settled, the latest first, each with what was paid in it for the house. */
export async function listPeriods(tx: Tx, scope: Scope, { propertyId }: z.output<typeof listPeriodsInput>) {
  const house = await getHouse(tx, scope, propertyId);
  const usual = usualPeriods(house.startMonth, await findFirstDay(tx, scope, propertyId), scope.today);
  const sent = await listSentPeriods(tx, scope, propertyId);
  const others = sent.filter((one) => !usual.some((period) => isSame(one, period)));
  const periods = [...usual, ...others].sort((a, b) => (a.from < b.from ? 1 : -1));
  const [latest, earliest] = [periods[0], periods.at(-1)];
  if (!latest || !earliest) return { isGerman: house.isGerman, periods: [] };
  const costs = await listCosts(tx, scope, propertyId, { from: earliest.from, to: latest.to });
  return {
    isGerman: house.isGerman,
    periods: periods.map((period) => ({
      ...period,
      isSent: sent.some((one) => isSame(one, period)),
      isRunning: period.to >= scope.today,
      ...deadlineOf(house.isGerman, period, scope.today),
      paidCents: costs
        .filter(({ bookedOn }) => bookedOn >= period.from && bookedOn <= period.to)
        .reduce((sum, { amountCents }) => sum + amountCents, 0),
    })),
  };
}

const isSame = (one: Period, other: Period) => one.from === other.from && one.to === other.to;

/** Until when the statement of a period has to be received, where the law says so (§ 556 (3) BGB). */
function deadlineOf(isGerman: boolean, { to }: Period, today: CalendarDate) {
  if (!isGerman) return { deadline: null, isLate: false };
  const deadline = statementDeadline(to);
  return { deadline, isLate: deadlineState(deadline, today).isLate };
}

/** The first day anything was let or booked; today where nothing was. */
async function findFirstDay(tx: Tx, scope: Scope, propertyId: string): Promise<CalendarDate> {
  const [held] = await tx
    .select({ day: sql<CalendarDate | null>`${min(leaseUnit.fromOn)}::text` })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .where(and(within([leaseUnit, unit], scope), eq(unit.propertyId, propertyId)));
  const [booked] = await tx
    .select({ day: sql<CalendarDate | null>`${min(transaction.bookedOn)}::text` })
    .from(transaction)
    .where(and(within(transaction, scope), eq(transaction.propertyId, propertyId)));
  return minDate(scope.today, held?.day, booked?.day);
}

/** The statement of a period as it was sent, or as it would be today: see `statementInput`. */
export async function getStatement(tx: Tx, scope: Scope, input: z.output<typeof statementInput>) {
  const { propertyId, version, ...period } = input;
  const house = await getHouse(tx, scope, propertyId);
  const versions = await listVersions(tx, scope, propertyId, period);
  const asked = version ?? Math.max(1, versions.length);
  if (asked > versions.length + 1) throw new DomainError('not_found');
  const claims = await listTold(tx, scope, versions);
  const now = viewOf(await readCase(tx, scope, house, period, { stated: claims }));
  const last = await findSent(tx, scope, versions.at(-1)?.id);
  const all = { version: asked, versions: versions.map(({ id: _, ...one }) => one) };
  const changes = last ? changesOf(viewOfSent(last), now) : [];
  if (asked > versions.length) {
    const isRunning = period.to >= scope.today;
    const outlook =
      isRunning && period.from <= scope.today ? await readForecast(tx, scope, house, period) : null;
    const corrected = last && {
      changes,
      isOtherwise: isOtherwise(viewOfSent(last), now),
      differences: differencesOf(now, claims),
    };
    return { ...now, ...all, isWhole: isWhole(now, scope.today), isRunning, outlook, corrected, sent: null };
  }
  const isLast = asked === versions.length;
  const sent = isLast ? last : await findSent(tx, scope, versions[asked - 1]?.id);
  if (!sent) throw new DomainError('not_found');
  const view = viewOfSent(sent);
  const letters = await listSentLetters(tx, scope, sent.id);
  const told = [...sent.letters.values()].filter(({ letter }) => letter.corrects?.isChanged !== false);
  const differences = asked === 1 ? null : Object.fromEntries(sent.posted);
  return {
    ...view,
    ...all,
    parties: { ...now.parties, ...view.parties },
    isWhole: true,
    isRunning: false,
    outlook: null,
    corrected: differences && { changes: [], isOtherwise: false, differences },
    sent: {
      id: sent.id,
      sentOn: sent.sentOn,
      dueOn: sent.dueOn,
      isLast,
      // Of an earlier version the later one says what changed.
      changes: isLast ? changes : [],
      isOtherwise: isLast && isOtherwise(view, now),
      letters,
      /** So many letters of it have still to go. */
      toSend: isLast ? told.length - letters.length : 0,
      advances: (isLast ? await listAdvanceChanges(tx, scope, sent) : []).map(
        ({ lines, id: _, ...change }) => change,
      ),
    },
  };
}

/** What a corrected version would put on the account of each lease, beside what stands there of those before. */
const differencesOf = ({ leases }: StatementView, told: ReadonlyMap<string, Told>) =>
  Object.fromEntries(
    leases.flatMap(({ leaseId, claimableCents }) =>
      claimableCents === null ? [] : [[leaseId, claimableCents - (told.get(leaseId)?.standingCents ?? 0)]],
    ),
  );

/** How a running period will probably end, lease by lease, and what cost something last year and nothing yet. */
async function readForecast(tx: Tx, scope: Scope, house: House, period: Period) {
  const { input, lines: sources } = await readCase(tx, scope, house, period, { withExpected: true });
  const { lines, leases } = forecast(input, scope.today).result;
  const settled = new Set(
    input.leases.filter(({ settlement }) => settlement === 'advances').map(({ id }) => id),
  );
  return {
    leases: leases.filter(({ leaseId }) => settled.has(leaseId)).map(({ name, ...lease }) => lease),
    missing: lines
      .filter(({ isMissing }) => isMissing)
      .map(({ lineId, toComeCents }) => {
        const line = input.lines.find(({ id }) => id === lineId);
        const { code = null, name = null } = sources[lineId] ?? {};
        return {
          lineId,
          key: line?.key ?? 'area',
          betrkvNo: line?.betrkvNo ?? null,
          code,
          name,
          toComeCents,
        };
      }),
  };
}

/** Whether any lease would be told something else today: a share, or what was paid on it. */
const isOtherwise = (sent: StatementView, now: StatementView): boolean =>
  now.leases.some((lease) => isChanged(sent, lease));

/** What a statement that was sent would say today otherwise; whoever is named in it now. */
function changesOf(sent: StatementView, now: StatementView) {
  const rows = ({ leases }: StatementView) =>
    leases.flatMap(({ leaseId, lines }) =>
      lines.map(({ lineId, amountCents }) => ({ lease: leaseId, line: lineId, amountCents })),
    );
  return changesSince(rows(sent), rows(now)).result;
}
