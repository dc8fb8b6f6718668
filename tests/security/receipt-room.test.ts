import superjson from 'superjson';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { tryCode, visitCookieName } from '@/features/receipt-room/visitor-commands';
import { createOneOfEach, type OneOfEach } from '../factories/one-of-each.ts';
import { cases, fingerprint, inputFor, procedures } from '../factories/procedure-calls.ts';
import { lastSecrets, openRoom } from '../factories/receipts.ts';
import { closeTestCallers, startKeyServer } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/** A tenant who is in a room for receipts reaches nothing else: every procedure with everything their browser has. */

let database: TestDatabase;
let keyServer: Awaited<ReturnType<typeof startKeyServer>>;
let own: OneOfEach;
let roomId: string;
let link: string;
let visit: string;

beforeAll(async () => {
  database = await createTestDatabase();
  own = await createOneOfEach(database);
  keyServer = await startKeyServer();
  vi.stubEnv('SUPABASE_URL', keyServer.url);
  vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_test');
  vi.stubEnv('SUPABASE_SECRET_KEY', 'sb_secret_test');
  vi.stubEnv('DATABASE_URL', database.appUrl);
  vi.stubEnv('CALLS_PER_MINUTE', '0');
  ({ id: roomId } = await openRoom(own.books.owner, own.ids.told));
  const { token, code } = lastSecrets();
  link = token;
  const entered = await tryCode(link, code);
  visit = 'token' in entered ? entered.token : '';
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await closeTestCallers();
  await keyServer.close();
  await database.drop();
});

/** What somebody could try with what they have: as it is, as a session, as a bearer token, for the portfolio it names. */
const disguises = (): Record<string, Record<string, string>> => {
  const room = `${visitCookieName(roomId)}=${visit}`;
  const session = { access_token: visit, refresh_token: visit, expires_at: 4_000_000_000 };
  const stolen = `hausbuch-auth=base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}`;
  return {
    'the cookie of the room': { cookie: `${room}; hausbuch_portfolio=${own.ids.portfolio}` },
    'what it holds as a session': { cookie: `${room}; ${stolen}` },
    'what it holds as a token': { authorization: `Bearer ${visit}` },
    'the link as a token': { authorization: `Bearer ${link}` },
  };
};

test('they are in', () => {
  expect(visit).toHaveLength(54);
});

const names = [
  'the cookie of the room',
  'what it holds as a session',
  'what it holds as a token',
  'the link as a token',
];

test.each(names)('no procedure answers %s', async (name) => {
  const { handleTrpcRequest } = await import('@/trpc/http');
  const headers = disguises()[name];
  if (!headers) throw new Error(`Nobody comes as ${name}.`);
  const before = await fingerprint(database);
  const kinds = new Map(procedures.map(([path, one]) => [path, one._def.type]));
  let asked = 0;
  for (const [path, one] of cases) {
    const input = JSON.stringify(superjson.serialize(inputFor(one, own)));
    const isQuery = kinds.get(path) === 'query';
    const url = `http://localhost:3000/api/trpc/${path}${isQuery ? `?input=${encodeURIComponent(input)}` : ''}`;
    const request = isQuery
      ? new Request(url, { headers: { host: 'localhost:3000', ...headers } })
      : new Request(url, {
          method: 'POST',
          body: input,
          headers: { host: 'localhost:3000', 'content-type': 'application/json', ...headers },
        });
    if (kinds.get(path) === 'subscription') continue;
    const { status } = await handleTrpcRequest(request);
    // Nothing else: what was looked for and not found, or not allowed, had somebody let in.
    expect(status, path).toBe(401);
    asked += 1;
  }
  expect(asked).toBeGreaterThan(150);
  expect(await fingerprint(database)).toEqual(before);
});
