import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { canReach } from './account.ts';
import { copyPrograms, findBinaries } from './binaries.ts';

let folder: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'binaries-test-'));
});

afterEach(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

test('a copy runs although npm blocked the script that links the libraries', () => {
  const native = path.resolve(findBinaries(null, folder).postgres, '../..');
  const blocked = path.join(folder, 'blocked');
  fs.cpSync(native, blocked, {
    recursive: true,
    filter: (source) => !fs.lstatSync(source).isSymbolicLink(),
  });
  expect(spawnSync(path.join(blocked, 'bin', 'postgres'), ['--version']).status).not.toBe(0);
  const copy = path.join(folder, 'copies', 'postgres');
  copyPrograms(blocked, copy);
  expect(spawnSync(path.join(copy, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' }).stdout).toMatch(
    /^postgres \(PostgreSQL\) \d+/,
  );
  expect(fs.readdirSync(path.dirname(copy))).toEqual(['postgres']);
});

test('a folder below a closed one is out of reach for another account', () => {
  const account = { name: 'nobody', uid: 65_534, gid: 65_534 };
  const inner = path.join(folder, 'inner');
  fs.mkdirSync(inner);
  fs.chmodSync(inner, 0o755);
  fs.chmodSync(folder, 0o700);
  expect(canReach(account, inner)).toBe(false);
  fs.chmodSync(folder, 0o755);
  expect(canReach(account, inner)).toBe(true);
});
