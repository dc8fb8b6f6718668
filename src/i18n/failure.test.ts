import { describe, expect, it } from 'vitest';
import { failureOf } from './failure';

const thrown = (data: unknown) => Object.assign(new Error('x'), { name: 'TRPCClientError', data });

describe('failureOf', () => {
  it('puts a domain code with a field onto that field', () => {
    const failure = failureOf(
      thrown({
        code: 'CONFLICT',
        domain: { code: 'lease.overlap', field: 'units.0.from', params: { unit: 'WE 3' } },
      }),
    );
    expect(failure.code).toBe('lease.overlap');
    expect(failure.fields).toEqual({ 'units.0.from': { code: 'lease.overlap', params: { unit: 'WE 3' } } });
  });

  it('keeps a domain code without a field for the whole form', () => {
    const failure = failureOf(thrown({ code: 'CONFLICT', domain: { code: 'version_conflict' } }));
    expect(failure).toEqual({ code: 'version_conflict', fields: {}, params: undefined, errorId: undefined });
  });

  it('reads field codes of invalid input and drops what is no code', () => {
    const failure = failureOf(thrown({ code: 'BAD_REQUEST', fields: { name: 'required', bad: 7 } }));
    expect(failure.code).toBe('invalid');
    expect(failure.fields).toEqual({ name: { code: 'required' } });
  });

  it('tells a request without answer from a fault of the server', () => {
    expect(failureOf(thrown(undefined)).code).toBe('network');
    expect(failureOf(thrown({ code: 'INTERNAL_SERVER_ERROR', errorId: 'ab12' }))).toEqual({
      code: 'unexpected',
      errorId: 'ab12',
      fields: {},
    });
    const page = { meta: { response: new Response('<html>', { status: 500 }) } };
    expect(failureOf(Object.assign(thrown(undefined), page)).code, 'a gateway’s page').toBe('unavailable');
    expect(failureOf(new TypeError('boom')).code).toBe('unexpected');
    expect(failureOf(Object.assign(new Error('x'), { digest: '2903117' })).errorId).toBe('2903117');
    expect(failureOf(null).code).toBe('unexpected');
  });
});
