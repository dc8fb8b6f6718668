import type { StorageClient } from '@supabase/storage-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { secretKey, startTestStorage, type TestBucket, type TestStorage } from '../testing/storage.ts';

let storage: TestStorage;
let admin: StorageClient;
let bucket: TestBucket;

beforeAll(async () => {
  storage = await startTestStorage();
  admin = storage.as(secretKey);
});
afterAll(() => storage.stop());
beforeEach(async () => {
  bucket = await storage.newBucket();
});

describe('list', () => {
  beforeEach(async () => {
    for (const name of ['b.txt', 'a.txt', 'docs/1.txt', 'docs/2.txt', 'docs/deep/3.txt', 'pics/x']) {
      await bucket.put(name, name);
    }
  });

  it('shows one level: folders without id first, then files, names relative', async () => {
    const root = await bucket.files.list();
    expect(root.data?.map((entry) => [entry.name, entry.id === null])).toEqual([
      ['docs', true],
      ['pics', true],
      ['a.txt', false],
      ['b.txt', false],
    ]);
    const docs = await bucket.files.list('docs', { sortBy: { column: 'name', order: 'desc' } });
    expect(docs.data?.map((entry) => entry.name)).toEqual(['deep', '2.txt', '1.txt']);
    expect(docs.data?.[1]?.metadata).toMatchObject({ size: 10, mimetype: 'text/plain;charset=UTF-8' });
  });

  it('searches, pages, and knows nothing of an unknown bucket', async () => {
    const names = async (options: object) =>
      (await bucket.files.list('', options)).data?.map((entry) => entry.name);
    expect(await names({ search: 'A' })).toEqual(['a.txt']);
    expect(await names({ search: '%' })).toEqual([]);
    expect(await names({ limit: 2, offset: 1 })).toEqual(['pics', 'a.txt']);
    expect((await admin.from('nowhere').list()).data).toEqual([]);
  });

  it('answers a hundred from the first on, by name, where nothing else is asked for', async () => {
    const names = Array.from({ length: 102 }, (_, index) => `${String(index).padStart(3, '0')}.txt`);
    for (const name of names.toReversed()) await bucket.put(`many/${name}`, '');
    const { data } = await bucket.files.list('many');
    expect(data?.map((entry) => entry.name)).toEqual(names.slice(0, 100));
  });

  it.each([
    { column: 'name', order: 'asc' },
    { column: 'name', order: 'desc' },
    { column: 'created_at', order: 'asc' },
    { column: 'created_at', order: 'desc' },
  ] as const)('pages with a cursor by $column $order without loss or repetition', async (sortBy) => {
    for (const with_delimiter of [true, false]) {
      const whole = await bucket.files.listV2({ with_delimiter, sortBy });
      const all = [...(whole.data?.folders ?? []), ...(whole.data?.objects ?? [])].map((entry) => entry.name);
      expect([...all].sort()).toEqual(
        with_delimiter
          ? ['a.txt', 'b.txt', 'docs/', 'pics/']
          : ['a.txt', 'b.txt', 'docs/1.txt', 'docs/2.txt', 'docs/deep/3.txt', 'pics/x'],
      );
      expect(whole.data?.hasNext).toBe(false);
      const paged: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await bucket.files.listV2({ with_delimiter, sortBy, limit: 1, cursor });
        paged.push(
          ...[...(page.data?.folders ?? []), ...(page.data?.objects ?? [])].map((entry) => entry.name),
        );
        cursor = page.data?.nextCursor;
        expect(page.data?.hasNext).toBe(cursor !== undefined);
      } while (cursor !== undefined);
      expect([...paged].sort()).toEqual([...all].sort());
      if (sortBy.column === 'name') {
        const ordered = [...all].sort();
        expect(paged).toEqual(sortBy.order === 'desc' ? ordered.reverse() : ordered);
      }
    }
  });

  it('gives folders and objects the fields and names Supabase gives them', async () => {
    await bucket.put('docs/deep/4.txt', 'x');
    const none = { id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null };
    const page = (await bucket.files.listV2({ prefix: 'docs/', with_delimiter: true })).data;
    expect(page?.folders).toEqual([{ key: 'deep', name: 'docs/deep/', ...none }]);
    const [first] = page?.objects ?? [];
    expect(first).toMatchObject({ key: '1.txt', name: 'docs/1.txt', metadata: { size: 10 } });
    expect(Object.keys(first ?? {}).sort()).toEqual(
      ['created_at', 'id', 'key', 'last_accessed_at', 'metadata', 'name', 'updated_at'].sort(),
    );
    const root = (await bucket.files.listV2({ with_delimiter: true, limit: 3 })).data;
    expect(root?.folders).toEqual([{ key: 'docs', name: 'docs/', ...none }]);
    expect(root).toMatchObject({ hasNext: true, nextCursorKey: 'docs' });
    const flat = (await bucket.files.listV2({ prefix: 'docs/' })).data?.objects[0];
    expect(flat).not.toHaveProperty('key');
  });

  it('sorted by a date, a folder stands where its first object was made', async () => {
    const sortBy = { column: 'created_at', order: 'asc' } as const;
    const sql = storage.sql;
    const names = ['b.txt', 'docs/2.txt', 'a.txt', 'docs/1.txt', 'docs/deep/3.txt', 'pics/x'];
    for (const [index, name] of names.entries()) {
      await sql`update storage.objects set created_at = ${new Date(Date.UTC(2026, 0, 1 + index))}
        where bucket_id = ${bucket.id} and name = ${name}`;
    }
    const paged: unknown[] = [];
    let cursor: string | undefined;
    do {
      const { data } = await bucket.files.listV2({ with_delimiter: true, sortBy, limit: 1, cursor });
      const one = [...(data?.folders ?? []), ...(data?.objects ?? [])][0];
      paged.push([one?.name, Reflect.get(one ?? {}, 'created_at')]);
      cursor = data?.nextCursor;
    } while (cursor !== undefined);
    expect(paged).toEqual([
      ['b.txt', '2026-01-01T00:00:00.000Z'],
      ['docs/', '2026-01-02T00:00:00.000Z'],
      ['a.txt', '2026-01-03T00:00:00.000Z'],
      ['pics/', '2026-01-06T00:00:00.000Z'],
    ]);
  });

  it('refuses a forged cursor', async () => {
    const { error } = await bucket.files.listV2({ cursor: 'bm9uc2Vuc2U' });
    expect(error).toMatchObject({ code: 'InvalidRequest' });
  });
});
