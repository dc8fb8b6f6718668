import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { anyFreePort } from '../../scripts/ports.ts';
import { expect, test } from '../setup/browser.ts';
import { createFlat, keysOf, password, signUp, uploadPaper } from '../setup/landlord.ts';
import { runProduct } from '../setup/running-product.ts';

test.describe.configure({ timeout: 180_000 });

/** An address of this machine that is not its own, as a container has one. */
const elsewhere = () =>
  Object.values(os.networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

/** The status of asking as somebody from another machine, whatever they say of themselves. */
const signInFrom = (address: string, port: number, apikey: string, forwarded: string) =>
  new Promise<number>((resolve, reject) => {
    const headers = { apikey, 'content-type': 'application/json', 'x-forwarded-for': forwarded };
    const options = {
      host: address,
      port,
      path: '/auth/v1/token?grant_type=password',
      method: 'POST',
      headers,
    };
    const request = http.request(options, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject);
    request.end(JSON.stringify({ email: `${randomUUID()}@example.com`, password }));
  });

// As the image does that holds all of it: one folder, one port, keys at the first start.
test('one port serves pages, sign-in and files to other machines, and counts them by their own address', async ({
  language,
}) => {
  const address = elsewhere();
  test.skip(address === undefined, 'This machine has no address but its own.');
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-e2e-port-'));
  fs.chmodSync(dataDir, 0o755);
  const port = await anyFreePort();
  const url = `http://${address}:${port}`;
  const settings = { HAUSBUCH_HOST: '0.0.0.0', APP_URL: url };
  let product = await runProduct(dataDir, port, settings);
  try {
    expect(product.url).toBe(url);
    const keys = await keysOf(dataDir);
    expect(keys.url, 'the sign-in server is where the app is').toBe(url);
    const landlord = await signUp({ ...product, dataDir }, language);
    const { id } = await createFlat(landlord.api);
    const paper = { lines: ['Mietvertrag'], title: 'Vertrag', fileName: 'Vertrag.pdf' };
    const upload = await uploadPaper(landlord.api, { ...paper, links: [{ kind: 'property', id }] });
    expect(new URL(upload.url).origin).toBe(url);
    const shown = await landlord.api.document.fileUrl.query({ id: upload.documentId, use: 'show' });
    const answer = await fetch(shown.url);
    expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(upload.bytes))).toBe(true);
    expect(answer.headers.get('content-security-policy'), 'a file is no page').toContain('sandbox');
    const supabase = createClient(url, keys.publishableKey);
    expect((await supabase.auth.signInWithPassword({ email: landlord.email, password })).error).toBeNull();

    // Killed, begun anew and closed to others: what was there is there, and nobody joins.
    process.kill(product.pid, 'SIGKILL');
    await expect
      .poll(() =>
        fetch(url).then(
          () => 'up',
          () => 'gone',
        ),
      )
      .toBe('gone');
    product = await runProduct(dataDir, port, { ...settings, DISABLE_SIGNUP: 'true' });
    expect((await supabase.auth.signInWithPassword({ email: landlord.email, password })).error).toBeNull();
    const joining = await supabase.auth.signUp({ email: `${randomUUID()}@example.com`, password });
    expect(joining.error?.code).toBe('signup_disabled');

    const statuses = new Set<number>();
    // 300 in five minutes are one visitor's (supabase/config.toml).
    for (let batch = 0; batch < 16; batch += 1) {
      const asked = Array.from({ length: 20 }, (_, number) =>
        signInFrom(address ?? '', port, keys.publishableKey, `203.0.${batch}.${number}`),
      );
      for (const status of await Promise.all(asked)) statuses.add(status);
    }
    expect(statuses, 'another made-up address each time is one visitor all the same').toEqual(
      new Set([400, 429]),
    );
  } finally {
    await product.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
});
