import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addDays } from '@/lib/calendar';
import { createMandate } from '../factories/debits.ts';
import { database, openPayoutDesk } from '../factories/payout-desk.ts';
import { bring, createPayout, payable } from '../factories/payouts.ts';
import {
  asAdmin,
  createLease,
  createProperty,
  createTenant,
  makeIban,
  monthStart,
  today,
} from '../factories/records.ts';

openPayoutDesk();

describe('whose account is proposed', () => {
  test('a tenant’s account is proposed: where money went before, else what the record says', async () => {
    const { owner, lease, account, tenant } = await payable(database);
    const payee = async () => (await owner.payout.payable({})).rows[0]?.payee;
    expect(await payee()).toEqual({ holder: tenant.name, iban: '' });
    const file = await createPayout(owner, account.id, [{ leaseId: lease.id, amountCents: 100 }]);
    expect(await payee()).toEqual({ holder: 'Jürgen Groß', iban: file.items[0]?.iban });
  });

  test('of earlier transfers the one of the file made last is proposed, none that was called off', async () => {
    const { owner, lease, account, tenant } = await payable(database);
    const payee = async () => (await owner.payout.payable({})).rows[0]?.payee;
    const [first, second] = [
      await createPayout(owner, account.id, [{ leaseId: lease.id, amountCents: 100 }]),
      await createPayout(owner, account.id, [{ leaseId: lease.id, amountCents: 100 }]),
    ];
    expect((await payee())?.iban).toBe(second.items[0]?.iban);
    await asAdmin(
      database,
      (sql) => sql`update hausbuch.payout set created_at = '2020-01-01' where id = ${second.id}`,
    );
    expect((await payee())?.iban).toBe(first.items[0]?.iban);
    await owner.payout.cancel({ id: first.id });
    expect((await payee())?.iban).toBe(second.items[0]?.iban);
    await owner.payout.cancelTransfer({ id: second.transfers[0]?.id ?? '' });
    expect(await payee()).toEqual({ holder: tenant.name, iban: '' });
  });

  test('of senders that were learned neither who pays for several is proposed nor what words know a line by', async () => {
    const { owner, lease } = await payable(database);
    const other = await payable(database, owner);
    const payee = async () =>
      (await owner.payout.payable({})).rows.find((row) => row.lease.id === lease.id)?.payee.iban;
    const [office, worded, own] = [makeIban(), makeIban(), makeIban()];
    const learn = async (leaseId: string, account: string, text: string | null = null) => {
      const line = { on: today(), cents: 1_00 + Math.floor(Math.random() * 1e6), name: 'Wer', account };
      const found = await bring(owner, other.account.iban, [{ ...line, text: 'Wohnung Mitte' }]);
      const lineId = found.find((row) => row.amountCents === line.cents)?.id ?? '';
      await owner.bank.accept({
        ...{ id: randomUUID(), lineId, learnText: text },
        parts: [{ kind: 'payment', leaseId, amountCents: line.cents }],
      });
    };
    await learn(lease.id, office);
    expect(await payee()).toBe(office);
    await learn(other.lease.id, office);
    expect(await payee()).toBe('');
    await learn(lease.id, worded, 'Wohnung');
    expect(await payee()).toBe('');
    await learn(lease.id, own);
    expect(await payee()).toBe(own);
  });

  test('who pays for a flat and a garage of their own is proposed, until they pay for somebody else, too', async () => {
    const { owner, lease, tenant, account } = await payable(database);
    const payees = async () => {
      const { rows } = await owner.payout.payable({});
      return (leaseId: string) => rows.find((row) => row.lease.id === leaseId)?.payee.iban;
    };
    const garage = await createProperty(owner);
    const second = await createLease(
      owner,
      { unitIds: [garage.unitId], tenantIds: [tenant.id] },
      { startsOn: monthStart(-3) },
    );
    const own = makeIban();
    const pay = async (leaseIds: string[], cents: number) => {
      const line = { on: today(), cents: cents * leaseIds.length, name: 'Wer', account: own, text: 'Miete' };
      const found = await bring(owner, account.iban, [line]);
      const lineId = found.find((row) => row.amountCents === line.cents)?.id ?? '';
      const parts = leaseIds.map((leaseId) => ({ kind: 'payment' as const, leaseId, amountCents: cents }));
      await owner.bank.accept({ id: randomUUID(), lineId, parts });
    };
    await pay([lease.id, second.id], 1_111);
    expect((await payees())(lease.id)).toBe(own);
    // Who left the lease before its end is owed nothing of it, whatever else they rent.
    const leave = (day: string | null) =>
      asAdmin(
        database,
        (sql) => sql`update hausbuch.lease_tenant set to_on = ${day} where lease_id = ${lease.id}`,
      );
    await leave(addDays(today(), -1));
    expect((await payees())(lease.id)).toBe('');
    await leave(null);
    const other = await payable(database, owner);
    await pay([other.lease.id], 3_333);
    const payeeOf = await payees();
    expect([payeeOf(lease.id), payeeOf(other.lease.id)]).toEqual(['', '']);
  });

  test('neither who moved out is proposed nor the account of a revoked mandate', async () => {
    const { owner, lease } = await payable(database);
    const payee = async () => (await owner.payout.payable({})).rows[0]?.payee;
    const mandate = await createMandate(owner, lease.id);
    expect((await payee())?.iban).toBe(mandate.iban);
    await owner.debit.revokeMandate({ id: mandate.id, version: mandate.version, revokedOn: today() });
    expect((await payee())?.iban).toBe('');
    const [leaving, staying] = [
      await createTenant(owner, { payerIbans: [makeIban()] }),
      await createTenant(owner),
    ];
    await asAdmin(database, async (sql) => {
      await sql`update hausbuch.lease_tenant set to_on = ${addDays(today(), -1)} where lease_id = ${lease.id}`;
      await sql`insert into hausbuch.lease_tenant (portfolio_id, id, lease_id, tenant_id, from_on, to_on)
        select portfolio_id, gen_random_uuid(), lease_id, t.id, from_on, t.to_on::date
        from hausbuch.lease_tenant, (values (${leaving.id}::uuid, ${addDays(today(), -1)}), (${staying.id}::uuid, null)) t (id, to_on)
        where lease_id = ${lease.id}`;
    });
    expect(await payee()).toEqual({ holder: staying.name, iban: '' });
  });
});
