import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followMigrations } from './follow-migrations.ts';

let folder: string;
let said: string[];
let runs: number;
let problem: Error | undefined;
let following: { stop: () => void };

const write = (...tags: string[]) =>
  fs.writeFileSync(
    path.join(folder, 'meta', '_journal.json'),
    JSON.stringify({ entries: tags.map((tag) => ({ tag })) }),
  );
const sql = (tag: string, text: string) => fs.writeFileSync(path.join(folder, `${tag}.sql`), text);

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-drizzle-'));
  fs.mkdirSync(path.join(folder, 'meta'));
  said = [];
  runs = 0;
  problem = undefined;
  sql('0000_tables', 'CREATE TABLE tenant ();');
  write('0000_tables');
  following = followMigrations(
    folder,
    async () => {
      if (problem) throw problem;
      runs += 1;
    },
    '.data',
    (line) => said.push(line),
  );
});
afterEach(() => {
  following.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

test('a migration is applied once, as soon as it is there', async () => {
  sql('0001_pet', 'CREATE TABLE pet ();');
  write('0000_tables', '0001_pet');
  await vi.waitFor(() => expect(said).toEqual(['Migrated: 0001_pet']), 5_000);
  sql('0001_pet', 'CREATE TABLE pet (); -- another');
  await vi.waitFor(
    () => expect(said[1]).toMatch(/^Migration 0001_pet was rewritten.*remove \.data and/),
    5_000,
  );
  expect(runs).toBe(1);
});

test('one that is written by hand waits until it says something', async () => {
  sql('0001_pet', '-- One statement.\n');
  write('0000_tables', '0001_pet');
  await vi.waitFor(() => expect(said).toEqual(['Migration 0001_pet waits until it says something.']), 5_000);
  sql('0001_pet', '-- One statement.\nUPDATE pet SET name = 1;');
  await vi.waitFor(() => expect(said[1]).toBe('Migrated: 0001_pet'), 5_000);
});

test('one that failed is tried again when it changes', async () => {
  problem = new Error('Failed query: CREATE TABLE pet ();', { cause: new Error('relation "pet" exists') });
  sql('0001_pet', 'CREATE TABLE pet ();');
  write('0000_tables', '0001_pet');
  await vi.waitFor(() => expect(said[0]).toMatch(/0001_pet failed.*relation "pet" exists/), 5_000);
  problem = undefined;
  sql('0001_pet', 'CREATE TABLE cat ();');
  await vi.waitFor(() => expect(said[1]).toBe('Migrated: 0001_pet'), 5_000);
});
