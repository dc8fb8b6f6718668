import { randomUUID } from 'node:crypto';
import { getLease } from '@/features/lease/queries';
import { endLeaseInput, renewLeaseInput } from '@/features/lease/schema';
import { endLease, renewLease } from '@/features/lease/term-commands';
import type { Books } from './tenancy.ts';

/** What tests do with leases and beside them, on `today` unless told otherwise. */
export function leaseEdits(books: () => Books, today: string) {
  const lease = (id: string, day = today) => books().on(day, (tx, scope) => getLease(tx, scope, id));

  async function addUnit(kind = 'apartment'): Promise<string> {
    const id = randomUUID();
    await books().admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
      values (${books().portfolioId}, ${id}, ${books().propertyId}, ${`Einheit ${id.slice(0, 8)}`}, ${kind})`;
    return id;
  }

  async function addTenant(): Promise<string> {
    const id = randomUUID();
    await books().admin`insert into hausbuch.tenant (portfolio_id, id, kind, last_name, letter_language)
      values (${books().portfolioId}, ${id}, 'person', ${`Nachmieter ${id.slice(0, 8)}`}, 'de')`;
    return id;
  }

  async function end(id: string, more: Record<string, unknown>, day = today) {
    const { version } = await lease(id, day);
    const input = endLeaseInput.parse({
      id,
      version,
      noticeGivenOn: '2026-01-02',
      noticeBy: 'tenant',
      ...more,
    });
    return books().on(day, (tx, scope) => endLease(tx, scope, input));
  }

  async function renew(id: string, more: Record<string, unknown>, day = today) {
    const { version } = await lease(id, day);
    const input = renewLeaseInput.parse({ id, version, ...more });
    return books().on(day, (tx, scope) => renewLease(tx, scope, input));
  }

  /** Units that two leases hold on one day, and days on which a lease has no tenant or no unit: never any. */
  return { lease, addUnit, addTenant, end, renew };
}
