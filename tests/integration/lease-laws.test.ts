import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ZodError } from 'zod';
import { voidLease } from '@/features/lease/commands';
import { setTenants, setUnits } from '@/features/lease/party-commands';
import { addDays } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { leaseEdits } from '../factories/lease-edits.ts';
import { brokenLaws } from '../factories/ledger-laws.ts';
import { type Books, enterLease, openBooks } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let books: Books;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  books = await openBooks(database);
});
afterEach(() => books.close());
afterAll(() => database.drop());

const TODAY = '2026-05-20';

const { lease, addUnit, addTenant, end, renew } = leaseEdits(() => books, TODAY);

/** Units that two leases hold on one day, and days on which a lease has no tenant or no unit: never any. */
async function brokenTenancies({ admin, portfolioId }: Books) {
  return admin`
    with days as (
      select generate_series('2025-12-01'::date, '2027-06-30', interval '1 day')::date as day
    ), term as (
      select l.id, d.day from hausbuch.lease l join days d on d.day between l.starts_on and coalesce(l.ends_on, 'infinity')
      where l.portfolio_id = ${portfolioId} and l.voided_at is null
    ), unit_day as (
      select term.day, term.id as lease_id, u.unit_id from term
      join hausbuch.lease_unit u on u.portfolio_id = ${portfolioId} and u.lease_id = term.id
        and term.day between u.from_on and coalesce(u.to_on, 'infinity')
    )
    select 'two leases share a unit' as law, unit_id as id from unit_day group by unit_id, day having count(*) > 1
    union
    select 'a day without a unit', term.id from term
    where not exists (select 1 from unit_day d where d.lease_id = term.id and d.day = term.day)
    union
    select 'a unit outside its lease', u.lease_id from hausbuch.lease_unit u 
      join hausbuch.lease l on l.portfolio_id = u.portfolio_id and l.id = u.lease_id
    where u.portfolio_id = ${portfolioId}
      and (u.from_on < l.starts_on or coalesce(u.to_on, 'infinity') > coalesce(l.ends_on, 'infinity'))
    union
    select 'a day without a tenant', term.id from term where not exists (
      select 1 from hausbuch.lease_tenant t
      where t.portfolio_id = ${portfolioId} and t.lease_id = term.id
        and term.day between t.from_on and coalesce(t.to_on, 'infinity')
    )`;
}

const day = fc.integer({ min: 0, max: 500 }).map((days) => addDays('2025-12-15', days));
const maybeDay = fc.option(day, { freq: 2 });
const which = fc.nat({ max: 5 });
const step = fc.oneof(
  fc.record({ do: fc.constant('create' as const), unit: which, startsOn: day, endsOn: maybeDay }),
  fc.record({ do: fc.constant('end' as const), which, endsOn: day }),
  fc.record({ do: fc.constant('renew' as const), which, endsOn: maybeDay }),
  fc.record({ do: fc.constant('void' as const), which }),
  fc.record({ do: fc.constant('units' as const), which, unit: which, fromOn: day, toOn: maybeDay }),
  fc.record({ do: fc.constant('tenants' as const), which, on: day }),
);

test('over random tenancies no two leases share a unit on a day, and none is without a tenant or unit', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      await books.close();
      books = await openBooks(database);
      const units = [books.unitId, await addUnit(), await addUnit('parking')];
      const second = await addTenant();
      const leases: string[] = [];
      for (const move of steps) {
        const id = leases['which' in move ? move.which % Math.max(1, leases.length) : -1];
        // What a rule or the database refuses is an answer; what is let in must keep the law.
        await attempt(async () => {
          if (move.do === 'create') {
            const { startsOn, endsOn } = move;
            const unitIds = [units[move.unit % units.length] ?? books.unitId];
            const bookedFrom = '2026-05-01';
            leases.push(await enterLease(books, TODAY, { startsOn, endsOn, unitIds, bookedFrom }));
          } else if (id === undefined) return;
          else if (move.do === 'end') await end(id, { endsOn: move.endsOn, noticeGivenOn: '2025-12-01' });
          else if (move.do === 'renew') await renew(id, { endsOn: move.endsOn });
          else {
            const { version, startsOn, units: present } = await lease(id);
            await books.on(TODAY, async (tx, scope) => {
              if (move.do === 'void') return voidLease(tx, scope, { id, version });
              if (move.do === 'tenants') {
                const tenants = [
                  { tenantId: books.tenantId, fromOn: startsOn, toOn: addDays(move.on, -1) },
                  { tenantId: second, fromOn: move.on, toOn: null },
                ];
                return setTenants(tx, scope, { id, version, tenants });
              }
              const further = {
                unitId: units[move.unit % units.length] ?? '',
                fromOn: move.fromOn,
                toOn: move.toOn,
              };
              const kept = present.map((row) => ({ unitId: row.id, fromOn: row.fromOn, toOn: row.toOn }));
              return setUnits(tx, scope, { id, version, units: [...kept, further] });
            });
          }
        });
        expect(await brokenTenancies(books)).toEqual([]);
      }
      expect(await brokenLaws(books)).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

async function attempt(work: () => Promise<unknown>) {
  try {
    await work();
  } catch (error) {
    const refused =
      error instanceof DomainError ||
      error instanceof ZodError ||
      (error instanceof Error && String((error.cause as Error | undefined)?.message).includes('no_overlap'));
    if (!refused) throw error;
  }
}
