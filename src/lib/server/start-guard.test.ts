import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseProblem, findSecretInBundle, keySetProblem, readKeySet } from './start-guard';

describe('what browsers load', () => {
  const secret = 'sb_secret_aB3dE5gH7jK9mN1pQ3sT5v';
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hausbuch-bundle-'));
    mkdirSync(join(folder, 'chunks'));
    writeFileSync(join(folder, 'chunks', 'page.js'), 'const prefix = "sb_secret_";');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('may speak of secret keys', () => {
    expect(findSecretInBundle(folder, secret)).toBeNull();
    expect(findSecretInBundle(join(folder, 'absent'), secret)).toBeNull();
  });

  const serviceRole = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${Buffer.from('{"role":"service_role"}').toString('base64url')}.c2ln`;
  it.each([
    ['ours', secret],
    ['another project’s', 'sb_secret_zzzzzzzzzzzzzzzzzzzz'],
    ['a legacy one', serviceRole],
  ])('holds none: %s', (_name, key) => {
    writeFileSync(join(folder, 'chunks', 'leak.js'), `fetch(u,{headers:{apikey:"${key}"}})`);
    expect(findSecretInBundle(folder, secret)).toBe(join('chunks', 'leak.js'));
  });

  it('may hold the legacy key for browsers', () => {
    writeFileSync(
      join(folder, 'chunks', 'anon.js'),
      serviceRole.replace(/\.[^.]+\./, `.${Buffer.from('{"role":"anon"}').toString('base64url')}.`),
    );
    expect(findSecretInBundle(folder, secret)).toBeNull();
  });
});

describe('the keys a project publishes', () => {
  const ec = { kty: 'EC', crv: 'P-256', alg: 'ES256', kid: '1' };
  const cases: [string, unknown, string, RegExp | null][] = [
    ['none', { keys: [] }, 'empty', /publishes no key/],
    ['HS256 only', { keys: [{ kty: 'oct', alg: 'HS256' }] }, 'shared_secret_only', /HS256/],
    ['EdDSA only', { keys: [{ kty: 'OKP', alg: 'EdDSA', crv: 'Ed25519' }] }, 'unusable', /no ES256 or RS256/],
    ['ES384 only', { keys: [{ kty: 'EC', crv: 'P-384', alg: 'ES384' }] }, 'unusable', /no ES256 or RS256/],
    ['ES256', { keys: [ec] }, 'ok', null],
    [
      'RS256 beside HS256',
      {
        keys: [
          { kty: 'oct', alg: 'HS256' },
          { kty: 'RSA', alg: 'RS256' },
        ],
      },
      'ok',
      null,
    ],
    ['RSA without alg', { keys: [{ kty: 'RSA' }] }, 'ok', null],
    ['no key set at all', { message: 'no Route matched' }, 'unreachable', null],
  ];

  it.each(cases)('%s', async (_name, body, state, sentence) => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const found = await readKeySet(url);
      expect(found).toBe(state);
      const problem = keySetProblem(url, found);
      if (sentence === null) expect(problem).toBeNull();
      else expect(problem).toMatch(sentence);
    } finally {
      server.close();
    }
  });

  it('cannot be told where nobody answers, which is no reason to stay down', async () => {
    expect(await readKeySet('http://127.0.0.1:9')).toBe('unreachable');
  });
});

describe('a database that cannot be entered', () => {
  const url = 'postgres://hausbuch:geheim@db.example/hausbuch';
  it.each([
    ['ECONNREFUSED', /db\.example:5432 does not answer \(ECONNREFUSED\)/],
    ['ENOTFOUND', /does not answer/],
    ['CONNECT_TIMEOUT', /does not answer/],
    ['28P01', /refuses the user or the password/],
    ['3D000', /no database of that name/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /NODE_EXTRA_CA_CERTS/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /sslmode=require/],
  ])('%s is a sentence without the password', (code, sentence) => {
    const problem = databaseProblem(url, Object.assign(new Error('failed'), { code }));
    expect(problem).toMatch(sentence);
    expect(problem).not.toContain('geheim');
  });

  it('leaves other failures as they are', () => {
    expect(databaseProblem(url, Object.assign(new Error('syntax'), { code: '42601' }))).toBeNull();
    expect(databaseProblem(url, new Error('a sentence'))).toBeNull();
  });
});
