import { Writable } from 'node:stream';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { DrizzleQueryError } from 'drizzle-orm';
import pino from 'pino';
import superjson from 'superjson';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { DomainError } from '@/lib/errors';
import { createContext } from './context';
import { router } from './init';
import { publicProcedure } from './procedures';

const secret = 'DE89370400440532013000';
const logged = vi.hoisted(() => ({ lines: [] as string[] }));

vi.mock('@/lib/server/log', async (original) => ({
  ...(await original<typeof import('@/lib/server/log')>()),
  log: () =>
    pino(new Writable({ write: (chunk, _encoding, done) => done(void logged.lines.push(`${chunk}`)) })),
}));

const databaseError = (fields: Record<string, string>) =>
  new DrizzleQueryError(
    'insert into "hausbuch"."bank_account" ("iban") values ($1)',
    [secret],
    Object.assign(new Error(`duplicate key value: (${secret})`), {
      detail: `Key (iban)=(${secret})`,
      ...fields,
    }),
  );

const throwing = (make: () => unknown) =>
  publicProcedure.query((): string => {
    throw make();
  });

const testRouter = router({
  plain: throwing(() => new Error(`cannot read ${secret}`)),
  text: throwing(() => secret),
  type: throwing(() => new TypeError(`${secret} is not a function`)),
  nested: throwing(() => new Error('outer', { cause: new Error(secret) })),
  query: throwing(() => databaseError({ code: '42601' })),
  unique: throwing(() => databaseError({ code: '23505', constraint_name: 'bank_account_iban_key' })),
  overlap: throwing(() => databaseError({ code: '23P01', constraint_name: 'lease_unit_no_overlap_102043' })),
  rule: throwing(
    () => new DomainError('payment.exceeds_open', { field: 'amountCents', params: { openCents: 40_000 } }),
  ),
  output: publicProcedure.output(z.object({ iban: z.literal('x') })).query(() => ({ iban: secret as 'x' })),
  input: publicProcedure
    .input(
      z.strictObject({
        name: z.string().trim().min(1).max(5),
        lines: z.array(z.object({ amountCents: z.int().min(0, { error: 'negative' }) })),
      }),
    )
    .query(() => 'fine'),
});

async function call(path: string, input?: unknown) {
  const query = input === undefined ? '' : `?input=${encodeURIComponent(superjson.stringify(input))}`;
  const response = await fetchRequestHandler({
    endpoint: '/api/trpc',
    req: new Request(`http://localhost/api/trpc/${path}${query}`),
    router: testRouter,
    createContext: () =>
      createContext({ accessToken: null, address: null, language: 'en', portfolioId: null }),
  });
  const text = await response.text();
  const error = superjson.deserialize<{ message: string; data: unknown }>(JSON.parse(text).error);
  return { status: response.status, text, error };
}

// What is printed of these errors outside of production would be taken for failures of the tests.
const printed = vi.spyOn(console, 'error');
beforeEach(() => void printed.mockReset().mockImplementation(() => {}));
afterEach(() => {
  logged.lines.length = 0;
});

describe('an unexpected error', () => {
  it.each(['plain', 'text', 'type', 'nested', 'query', 'output'])(
    'says nothing but an id: %s',
    async (path) => {
      vi.stubEnv('NODE_ENV', 'production');
      vi.stubEnv('SQL', '1');
      const { status, text, error } = await call(path);
      vi.unstubAllEnvs();
      expect(status).toBe(500);
      expect(error).toEqual({
        code: -32603,
        message: 'INTERNAL_SERVER_ERROR',
        data: {
          code: 'INTERNAL_SERVER_ERROR',
          httpStatus: 500,
          errorId: expect.stringMatching(/^[0-9a-f]{8}$/),
        },
      });
      for (const leak of [secret, 'insert', 'stack', 'node_modules', path]) expect(text).not.toContain(leak);
    },
  );

  it('is logged once, under the id the user is shown', async () => {
    const { error } = await call('plain');
    expect(logged.lines).toHaveLength(1);
    expect(JSON.parse(logged.lines[0] ?? '')).toMatchObject({
      event: 'unexpected_error',
      path: 'plain',
      errorId: (error.data as { errorId: string }).errorId,
    });
  });

  it('of the database is logged without the row that caused it', async () => {
    await call('query');
    expect(logged.lines).toHaveLength(1);
    expect(logged.lines[0]).toContain('42601');
    expect(logged.lines[0]).not.toContain(secret);
  });
});

describe('in development', () => {
  it('the original error is told with its statement and values, to the browser and in the terminal', async () => {
    vi.stubEnv('NODE_ENV', 'development');
    const { error } = await call('query');
    vi.unstubAllEnvs();
    for (const text of [(error.data as { original: string }).original, String(printed.mock.calls[0]?.[0])]) {
      expect(text).toContain('duplicate key value');
      expect(text).toContain('insert into "hausbuch"."bank_account"');
      expect(text).toContain(`$1 = "${secret}"`);
    }
    expect(printed.mock.calls[0]?.[0]).toContain('query failed');
  });
});

describe('an expected error', () => {
  it('of a rule arrives with code, field and figures', async () => {
    const { status, error } = await call('rule');
    expect(status).toBe(400);
    expect(error.data).toEqual({
      code: 'BAD_REQUEST',
      httpStatus: 400,
      domain: { code: 'payment.exceeds_open', field: 'amountCents', params: { openCents: 40_000 } },
    });
    expect(logged.lines).toHaveLength(0);
  });

  it('of a constraint arrives as the rule behind it, also from a shard', async () => {
    expect((await call('unique')).error.data).toEqual({
      code: 'CONFLICT',
      httpStatus: 409,
      domain: { code: 'bank_account.iban_taken', field: 'iban' },
    });
    expect((await call('overlap')).error.data).toMatchObject({
      domain: { code: 'lease.overlap', field: 'unitIds' },
    });
    expect((await call('unique')).text).not.toContain(secret);
  });

  it('of input names each field with its code and repeats nothing of it', async () => {
    const { status, text, error } = await call('input', {
      name: '<script>alert(1)</script>',
      lines: [{ amountCents: 1 }, { amountCents: -5 }, {}],
      admin: true,
    });
    expect(status).toBe(400);
    expect(error.data).toEqual({
      code: 'BAD_REQUEST',
      httpStatus: 400,
      fields: {
        name: 'too_long',
        'lines.1.amountCents': 'negative',
        'lines.2.amountCents': 'required',
        admin: 'unknown_field',
      },
    });
    expect(text).not.toContain('script');
  });
});
