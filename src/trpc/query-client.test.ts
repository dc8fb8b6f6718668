import { TRPCClientError } from '@trpc/client';
import { describe, expect, it } from 'vitest';
import { createQueryClient, isTransient, retryTransient } from './query-client';

const answered = (code: string, httpStatus: number) =>
  TRPCClientError.from({ error: { code: -32_000, message: code, data: { code, httpStatus } } });
const gateway = (status: number) =>
  TRPCClientError.from(new Error('no JSON'), { meta: { response: new Response('', { status }) } });
const noNetwork = TRPCClientError.from(new TypeError('Failed to fetch'));

describe('what is tried again', () => {
  it('is what no server has answered', () => {
    expect(isTransient(noNetwork)).toBe(true);
  });

  it.each([502, 503, 504])('is an answer %i of a gateway', (status) => {
    expect(isTransient(gateway(status))).toBe(true);
  });

  it('is our own "try again"', () => {
    expect(isTransient(answered('SERVICE_UNAVAILABLE', 503))).toBe(true);
  });

  it.each([400, 403, 404, 413, 500])('is not an answer %i of a gateway', (status) => {
    expect(isTransient(gateway(status))).toBe(false);
  });

  it.each(['NOT_FOUND', 'BAD_REQUEST', 'UNAUTHORIZED', 'INTERNAL_SERVER_ERROR'])('is not %s', (code) => {
    expect(isTransient(answered(code, 400))).toBe(false);
  });
});

describe('how often', () => {
  it('three times', () => {
    expect([0, 1, 2, 3].map((failures) => retryTransient(failures, noNetwork))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('never where the server has said no', () => {
    expect(retryTransient(0, answered('NOT_FOUND', 404))).toBe(false);
  });

  it('once where the reason was lost on the way from the server’s own page', () => {
    expect([0, 1].map((failures) => retryTransient(failures, new Error('digest')))).toEqual([true, false]);
  });

  it('not at all for changes, unless they bring their key', () => {
    expect(createQueryClient().getDefaultOptions().mutations?.retry).toBe(false);
  });
});
