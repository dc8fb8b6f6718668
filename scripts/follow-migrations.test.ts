import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followMigrations, readMigrations } from './follow-migrations.ts';

let folder: string;
let said: string[];
let runs: number;
let problem: Error | undefined;
let following: { stop: () => void } | undefined;

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
});
afterEach(() => {
  following?.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** @param applied as they were before the database was brought up to date */
function follow(applied = readMigrations(folder)): void {
  following = followMigrations({
    folder,
    applied,
    migrate: async () => {
      if (problem) throw problem;
      runs += 1;
    },
    dataFolder: '.data',
    say: (line) => said.push(line),
  });
}

test('one that was written while the app was starting is applied, too', async () => {
  const applied = readMigrations(folder);
  sql('0001_pet', 'CREATE TABLE pet ();');
  write('0000_tables', '0001_pet');
  follow(applied);
  await vi.waitFor(() => expect(said).toEqual(['Migrated: 0001_pet']), 5_000);
});

test('one that is gone is told with the way back to it', async () => {
  sql('0001_pet', 'CREATE TABLE pet ();');
  write('0000_tables', '0001_pet');
  follow();
  fs.rmSync(path.join(folder, '0001_pet.sql'));
  write('0000_tables');
  await vi.waitFor(
    () =>
      expect(said[0]).toMatch(
        /^Migration 0001_pet is gone.*branch that has it.*remove \.data and \.next\/dev, and start/,
      ),
    5_000,
  );
  sql('0001_pet', 'CREATE TABLE pet ();');
  sql('0002_cat', 'CREATE TABLE cat ();');
  write('0000_tables', '0001_pet', '0002_cat');
  await vi.waitFor(() => expect(said[1]).toBe('Migrated: 0002_cat'), 5_000);
});

test('a migration is applied once, as soon as it is there', async () => {
  follow();
  sql('0001_pet', 'CREATE TABLE pet ();');
  write('0000_tables', '0001_pet');
  await vi.waitFor(() => expect(said).toEqual(['Migrated: 0001_pet']), 5_000);
  sql('0001_pet', 'CREATE TABLE pet (); -- another');
  await vi.waitFor(
    () =>
      expect(said[1]).toMatch(/^Migration 0001_pet was rewritten.*remove \.data and \.next\/dev, and start/),
    5_000,
  );
  expect(runs).toBe(1);
});

test('one that is written by hand waits until it says something', async () => {
  follow();
  sql('0001_pet', '-- One statement.\n');
  write('0000_tables', '0001_pet');
  await vi.waitFor(() => expect(said).toEqual(['Migration 0001_pet waits until it says something.']), 5_000);
  sql('0001_pet', '-- One statement.\nUPDATE pet SET name = 1;');
  await vi.waitFor(() => expect(said[1]).toBe('Migrated: 0001_pet'), 5_000);
});

test('one that failed is tried again when it changes', async () => {
  follow();
  problem = new Error('Failed query: CREATE TABLE pet ();', { cause: new Error('relation "pet" exists') });
  sql('0001_pet', 'CREATE TABLE pet ();');
  write('0000_tables', '0001_pet');
  await vi.waitFor(() => expect(said[0]).toMatch(/0001_pet failed.*relation "pet" exists/), 5_000);
  problem = undefined;
  sql('0001_pet', 'CREATE TABLE cat ();');
  await vi.waitFor(() => expect(said[1]).toBe('Migrated: 0001_pet'), 5_000);
});
