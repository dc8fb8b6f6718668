import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { demandDiskSpace } from '../../scripts/disk-space.ts';
import { startEmbedded } from '../../scripts/embedded.ts';
import { failureOf } from '../factories/failure.ts';
import { createPortfolio, createProperty, createTenant, type Records } from '../factories/records.ts';
import { closeTestCallers } from '../factories/session.ts';
import { rememberAdmin } from '../setup/admin-urls.ts';
import { mountSmallDisk, type SmallDisk } from '../setup/small-disk.ts';

const mounted = mountSmallDisk(400);
const reason = 'missing' in mounted ? mounted.missing : '';
if (reason) console.log(`The tests of a full disk are skipped: ${reason}.`);

const stops: (() => Promise<void>)[] = [];
let disk: SmallDisk;
let dataDir: string;
let settings: Record<string, string>;
let books: Records;

describe.skipIf(reason !== '')('on a full disk', () => {
  beforeAll(async () => {
    if ('missing' in mounted) return;
    disk = mounted;
    dataDir = path.join(disk.folder, 'data');
    const started = await startEmbedded({
      dataDir,
      siteUrl: 'http://localhost:3000',
      onStarted: (_, stop) => stops.unshift(stop),
    });
    settings = started.settings;
    for (const name of ['SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY', 'DATA_DISK'])
      vi.stubEnv(name, settings[name] ?? '');
    vi.stubEnv('DATABASE_URL', settings.DATABASE_URL ?? '');
    const { adminUrl } = started;
    const appUrl = settings.DATABASE_URL ?? '';
    rememberAdmin(appUrl, adminUrl);
    books = await createPortfolio({ appUrl, adminUrl, drop: async () => {} });
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await closeTestCallers();
    for (const stop of stops) await stop();
    disk?.remove();
  });

  const storageOf = () =>
    createClient(settings.SUPABASE_URL ?? '', settings.SUPABASE_SECRET_KEY ?? '', {
      auth: { persistSession: false, autoRefreshToken: false },
    }).storage.from('documents');
  const upload = (megabytes: number) => {
    const file = new Blob([new Uint8Array(megabytes * 1_000_000)], { type: 'application/pdf' });
    return storageOf().upload(`${books.id}/${randomUUID()}.pdf`, file);
  };
  async function askHealth() {
    const { GET } = await import('@/app/api/health/route');
    const response = await GET(new Request('http://localhost:3000/api/health'));
    const { checks } = (await response.json()) as { checks: Record<string, string> };
    return { status: response.status, checks };
  }

  test('a change says why it cannot be saved, a file and health too, the start what to free; then all goes on', async () => {
    expect(await askHealth()).toMatchObject({ status: 200 });
    await createTenant(books.owner);
    const free = disk.fill();
    const refusals = new Set<string>();
    // The pages Postgres has already may take a few more.
    for (let time = 0; time < 400 && refusals.size === 0; time += 1) {
      const failure = await failureOf(createProperty(books.owner));
      if (failure !== 'no failure') refusals.add(failure.replace(/ @.*/, ''));
    }
    expect([...refusals]).toEqual(['disk_full']);
    const refused = await upload(1);
    expect(refused.error).toMatchObject({ status: 507 });
    await expect(async () => demandDiskSpace(dataDir)).rejects.toThrow(/is full: .* MB in .*postgres/s);
    await vi.waitFor(async () => expect((await askHealth()).checks.storage).toBe('failed'), {
      timeout: 10_000,
      interval: 500,
    });

    free();
    await vi.waitFor(() => createProperty(books.owner), { timeout: 40_000, interval: 500 });
    expect((await upload(1)).error).toBeNull();
    demandDiskSpace(dataDir);
    await vi.waitFor(async () => expect((await askHealth()).status).toBe(200), {
      timeout: 10_000,
      interval: 500,
    });
  });

  test('a folder of files that cannot be written shows in health', async () => {
    const files = path.join(dataDir, 'supabase', 'files');
    fs.renameSync(files, `${files}-away`);
    fs.writeFileSync(files, '');
    await vi.waitFor(
      async () => expect((await askHealth()).checks).toMatchObject({ database: 'ok', storage: 'failed' }),
      {
        timeout: 10_000,
        interval: 500,
      },
    );
    fs.rmSync(files);
    fs.renameSync(`${files}-away`, files);
    await vi.waitFor(async () => expect((await askHealth()).status).toBe(200), {
      timeout: 10_000,
      interval: 500,
    });
  });
});
