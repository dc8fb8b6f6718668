import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Rung } from '../factories/cases/procedure-case.ts';
import { failureOf } from '../factories/failure.ts';
import { createOneOfEach, type OneOfEach } from '../factories/one-of-each.ts';
import { call, cases, fingerprint, inputFor, procedures } from '../factories/procedure-calls.ts';
import type { Caller } from '../factories/records.ts';
import { closeTestCallers, createTestCaller } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';
import { attacks } from './attacks.ts';

/** Every procedure of the router by everybody who may not call it, generated from the cases. */

const ladder: Rung[] = ['verified', 'signedIn', 'member', 'manager', 'owner'];
const isAbove = (rung: Rung, reached: Rung) => ladder.indexOf(rung) > ladder.indexOf(reached);

let database: TestDatabase;
let own: OneOfEach;

beforeAll(async () => {
  database = await createTestDatabase();
  own = await createOneOfEach(database);
});
afterAll(async () => {
  await closeTestCallers();
  await database.drop();
});

/** Calls all of them with valid input; gives back how each was refused, and that nothing was written. */
async function refusals(caller: Caller, isForbidden: (rung: Rung) => boolean) {
  const before = await fingerprint(database);
  const counts = new Map<string, number>();
  for (const [path, one] of cases) {
    if (!isForbidden(one.rung)) continue;
    const failure = (await failureOf(call(caller, path, inputFor(one, own)))).replace(/ @.*/, '');
    expect(['auth.signed_out', 'portfolio.none', 'forbidden', 'not_found'], `${path}: ${failure}`).toContain(
      failure,
    );
    counts.set(failure, (counts.get(failure) ?? 0) + 1);
  }
  expect(await fingerprint(database)).toEqual(before);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const words = [...counts].map(([failure, count]) => `${count} ${failure}`).join(', ');
  return { total, held: `${total} of ${procedures.length} procedures: ${words}; nothing written` };
}

describe('roles', () => {
  const attack = attacks('called by …');

  attack('nobody signed in', async () => {
    const caller = await createTestCaller({
      appUrl: database.appUrl,
      userId: null,
      portfolioId: own.books.id,
    });
    const { total, held } = await refusals(caller, () => true);
    expect(total).toBe(procedures.length);
    return held;
  });
  attack('a stranger without a portfolio, with the owner’s cookie', async () => {
    const signedIn = { appUrl: database.appUrl, userId: randomUUID(), portfolioId: own.books.id };
    return (await refusals(await createTestCaller(signedIn), (rung) => isAbove(rung, 'signedIn'))).held;
  });
  attack('somebody who was a member until a moment ago', async () => {
    const { caller, userId } = await own.books.join('owner');
    await own.books.owner.member.list().then(async ({ members }) => {
      const row = members.find((member) => member.email === `${userId}@example.com`);
      await own.books.owner.member.remove({ id: row?.id ?? '', version: row?.version ?? 0 });
    });
    return (await refusals(caller, (rung) => isAbove(rung, 'signedIn'))).held;
  });
  attack('a viewer, what managers and owners do', async () => {
    const { caller } = await own.books.join('viewer');
    return (await refusals(caller, (rung) => isAbove(rung, 'member'))).held;
  });
  attack('a manager, what owners do', async () => {
    const { caller } = await own.books.join('manager');
    return (await refusals(caller, (rung) => isAbove(rung, 'manager'))).held;
  });
});
