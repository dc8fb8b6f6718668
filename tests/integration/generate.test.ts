import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ownMigrations } from '@/db/migration-history';
import { takeBack, writeMigration } from '../../scripts/migration-files.ts';

test('a migration that nobody else has yet is generated again, one that is committed is not', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-migrations-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder });
  const commit = () => {
    git('add', '.');
    git('commit', '-q', '--no-verify', '-m', 'tests: as it is');
  };
  fs.cpSync(ownMigrations, folder, { recursive: true });
  const snapshots = path.join(folder, 'meta');
  const [snapshot = ''] = fs.readdirSync(snapshots).filter((name) => name.endsWith('_snapshot.json'));
  // As before payments came into the schema.
  const known = JSON.parse(fs.readFileSync(path.join(snapshots, snapshot), 'utf8'));
  delete known.tables['hausbuch.payment'];
  fs.writeFileSync(path.join(snapshots, snapshot), JSON.stringify(known));
  git('init', '-q');
  commit();
  const written = () =>
    fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(sql|json)$/.test(name) && !name.startsWith('.git'))
      .sort()
      .map((name) => [name, fs.readFileSync(path.join(folder, name), 'utf8')]);
  const at = { now: Date.UTC(2027, 0, 1) };
  const before = written();
  const file = await writeMigration(folder, 'payments', at);
  const once = written();
  expect(once.length).toBe(before.length + 1);
  expect(() => takeBack(folder, 'another')).toThrow('The last migration is');
  takeBack(folder, 'payments');
  expect(written()).toEqual(before);
  expect(await writeMigration(folder, 'payments', at)).toBe(file);
  expect(written()).toEqual(once);
  commit();
  expect(() => takeBack(folder, 'payments')).toThrow(/_payments is committed: .* Generate a further one\.$/);
  expect(written()).toEqual(once);
});
