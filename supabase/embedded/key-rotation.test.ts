import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parseConfig } from './config.ts';
import { keyFilePath } from './key-file.ts';
import { addStandbyKey, listKeys, revokeKey, rotateKeys } from './key-rotation.ts';
import { loadKeys } from './keys.ts';
import { startTestSupabase } from './testing/database.ts';
import type { TestSupabase } from './testing/supabase.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 10, minute));
const hour = 3_600_000;

describe('keys', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hausbuch-rotation-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const states = async () => (await listKeys(folder)).map(({ state }) => state);
  const kids = async () => (await listKeys(folder)).map(({ kid }) => kid);

  test('stand by, are used, were used, and are revoked, each in its time', async () => {
    const config = parseConfig('', folder);
    const before = await loadKeys(folder, config);
    await expect(rotateKeys(folder, false, at(0))).rejects.toThrow('No key is standing by');
    await addStandbyKey(folder, at(0));
    await expect(addStandbyKey(folder, at(0))).rejects.toThrow('standing by already');
    expect(await states()).toEqual(['in_use', 'standby']);
    const [first = '', second = ''] = await kids();
    const published = await loadKeys(folder, config);
    expect(published.signing.kid).toBe(first);
    expect(published.jwks.keys.map(({ kid }) => kid)).toEqual([first, second]);
    await expect(rotateKeys(folder, false, at(19))).rejects.toThrow('wait 1 minutes');
    await rotateKeys(folder, false, at(20));
    expect(await states()).toEqual(['previously_used', 'in_use']);
    const after = await loadKeys(folder, config);
    expect(after.signing.kid).toBe(second);
    expect(after.secretKey).toBe(before.secretKey);
    const revoke = (kid: string, minute: number, hurry = false) =>
      revokeKey(folder, { kid, tokenLifeMs: hour, hurry, now: at(minute) });
    await expect(revoke(second, 200)).rejects.toThrow('in use');
    await expect(revoke('nothing', 200)).rejects.toThrow('There is no key nothing');
    // Used until minute 20, its tokens live an hour, lists of keys twenty minutes: minute 100.
    await expect(revoke(first, 99)).rejects.toThrow('wait 1 minutes');
    await revoke(first, 100);
    expect(await kids()).toEqual([second]);
    expect(statSync(keyFilePath(folder)).mode & 0o777).toBe(0o600);
  });

  test('do not wait when told so', async () => {
    await addStandbyKey(folder, at(0));
    await rotateKeys(folder, true, at(0));
    const [old = ''] = await kids();
    await revokeKey(folder, { kid: old, tokenLifeMs: hour, hurry: true, now: at(0) });
    expect(await states()).toEqual(['in_use']);
  });

  test('nothing private and no state is published', async () => {
    const { jwks } = await loadKeys(folder, parseConfig('', folder));
    expect(Object.keys(jwks.keys[0] ?? {}).sort()).toEqual([
      'alg',
      'crv',
      'ext',
      'key_ops',
      'kid',
      'kty',
      'use',
      'x',
      'y',
    ]);
  });

  test('files of the time before there were states are read as in use', async () => {
    const path = keyFilePath(folder);
    const file = JSON.parse(readFileSync(path, 'utf8'));
    const [{ state: _state, since: _since, ...bare }] = file.signingKeys;
    writeFileSync(path, JSON.stringify({ ...file, signingKeys: [bare] }));
    expect(await states()).toEqual(['in_use']);
    expect((await loadKeys(folder, parseConfig('', folder))).signing.kid).toBe(bare.kid);
  });
});

describe('a running server', () => {
  let supabase: TestSupabase;
  beforeAll(async () => {
    supabase = await startTestSupabase();
  });
  afterAll(() => supabase.stop());

  test('follows a rotation: old tokens hold until their key is revoked', async () => {
    const tab = await supabase.signedUp('rotate@example.com', 'Kaltmiete2026');
    const kidNow = async () => {
      const { data } = await tab.auth.getSession();
      return decodeProtectedHeader(data.session?.access_token ?? '').kid;
    };
    const published = async (): Promise<unknown[]> => {
      const { keys } = await (await supabase.request('/auth/v1/.well-known/jwks.json')).json();
      return keys.map((key: { kid: string }) => key.kid);
    };
    const first = await kidNow();
    const keys = await addStandbyKey(supabase.dataDir);
    await rotateKeys(supabase.dataDir, true);
    const second = keys[1]?.kid;
    await vi.waitFor(async () => expect(await published()).toEqual([first, second]), { timeout: 8000 });
    expect((await tab.auth.getUser()).error).toBeNull();
    await tab.auth.refreshSession();
    expect(await kidNow()).toBe(second);
    const old = supabase.client();
    await old.auth.signInWithPassword({ email: 'rotate@example.com', password: 'Kaltmiete2026' });
    await revokeKey(supabase.dataDir, { kid: first ?? '', tokenLifeMs: hour, hurry: true });
    await vi.waitFor(async () => expect(await published()).toEqual([second]), { timeout: 8000 });
    expect((await tab.auth.getUser()).error).toBeNull();
    expect(supabase.logged).toEqual([]);
  });
});
