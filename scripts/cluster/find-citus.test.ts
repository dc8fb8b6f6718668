import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { findCitus } from './find-citus.ts';

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

/** Looks like an installed Postgres. */
function fakePostgres(files: string[]): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'find-citus-'));
  made.push(folder);
  for (const name of ['bin', 'lib']) fs.mkdirSync(path.join(folder, name));
  const script = `#!/bin/sh\necho ${path.join(folder, 'lib')}\n`;
  for (const name of ['pg_config', 'initdb', 'postgres'])
    fs.writeFileSync(path.join(folder, 'bin', name), script, { mode: 0o755 });
  for (const name of files) fs.writeFileSync(path.join(folder, 'lib', name), '');
  return folder;
}

test.skipIf(process.platform === 'win32')('a Postgres with Citus is found in the folder given', () => {
  const folder = fakePostgres(['citus.so']);
  expect(findCitus(folder)).toEqual({
    initdb: path.join(folder, 'bin', 'initdb'),
    postgres: path.join(folder, 'bin', 'postgres'),
  });
});

test.skipIf(process.platform === 'win32')('one without is named with what it lacks', () => {
  const folder = fakePostgres([]);
  expect(() => findCitus(folder)).toThrow(
    `${folder} has no Citus: ${path.join(folder, 'lib', 'citus.so')} is missing`,
  );
});

test('a folder without a Postgres is said, and how to name another', () => {
  expect(() => findCitus('/nowhere/postgres')).toThrow(/\/nowhere\/postgres has no Postgres.*--postgres/);
});
