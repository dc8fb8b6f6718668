import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { root } from './surroundings.ts';

// supabase/compose/manage.sh with a Docker that keeps its volumes in folders: bytes, order and refusals are real.

let at: string;
let repository: string;
const inAt = (...names: string[]) => path.join(at, ...names);
const inVolume = (...names: string[]) => inAt('volumes', ...names);

/** Starts nothing; what it is asked stands in `asked`, `broken` holds the version whose app does not start. */
const docker = `#!/bin/bash
set -e
echo "$*" >> "$AT/asked"
vol() { local a=$1; a=\${a//\\/var\\/lib\\/postgresql\\/data/$AT/volumes/database}
  a=\${a//\\/etc\\/postgresql-custom/$AT/volumes/custom}; echo "\${a//\\/var\\/lib\\/storage/$AT/volumes/files}"; }
case "$1 $2" in
  "compose run")
    shift 6; program=$1; shift 2; words=()
    for word in "$@"; do words+=("$(vol "$word")"); done
    [ ! -e "$AT/no-docker" ] || exit 125
    if [ -e "$AT/killed-at" ] && grep -q -- "$(cat "$AT/killed-at")" <<< "$program \${words[*]}"; then kill -9 $PPID; exit 1; fi
    exec "$program" "\${words[@]}" ;;
  "compose up")
    [ -e "$AT/volumes/database/PG_VERSION" ] || echo 15 > "$AT/volumes/database/PG_VERSION"
    [ ! -e "$AT/broken" ] || ! cmp -s "$AT/broken" "$AT/image" || exit 1
    touch "$AT/running" ;;
  "compose stop") rm -f "$AT/running" ;;
  "compose down") rm -f "$AT/running"
    if [ "$3" = --volumes ]; then find "$AT/volumes" -mindepth 2 -delete; fi ;;
  "compose build") cp version-of-app "$AT/image" ;;
  "tag hausbuch") cp "$AT/image" "$AT/image-before" ;;
  "tag hausbuch:before") cp "$AT/image-before" "$AT/image" ;;
esac
`;

const git = (...words: string[]) => {
  const run = spawnSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...words], {
    cwd: repository,
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return run.stdout.trim();
};

function manage(...words: string[]) {
  const { status, stderr, signal } = spawnSync(path.join(repository, 'supabase/compose/manage.sh'), words, {
    cwd: repository,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${inAt('bin')}${path.delimiter}${process.env.PATH}`, AT: at },
  });
  return { isDone: status === 0, said: stderr, signal };
}

const write = (file: string, text: string) => {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
};
const held = (folder: string) =>
  Object.fromEntries(
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(folder, file), fs.readFileSync(file, 'utf8')]),
  );
const asked = () => fs.readFileSync(inAt('asked'), 'utf8').trim().split('\n');

beforeEach(() => {
  at = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-manage-'));
  repository = inAt('repository');
  write(inAt('bin/docker'), docker);
  fs.chmodSync(inAt('bin/docker'), 0o755);
  for (const name of ['supabase/compose/manage.sh', 'compose.yaml']) {
    fs.mkdirSync(path.dirname(path.join(repository, name)), { recursive: true });
    fs.copyFileSync(path.join(root, name), path.join(repository, name));
  }
  write(path.join(repository, '.gitignore'), '.env\n.env.auth\n');
  write(path.join(repository, 'version-of-app'), '1');
  write(path.join(repository, '.env'), "POSTGRES_PASSWORD='secret'\n");
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-qm', 'one');
  write(inVolume('database/PG_VERSION'), '15');
  write(inVolume('database/base/5/PG_VERSION'), '15');
  write(inVolume('database/base/5/1249'), 'rents');
  write(inVolume('custom/pgsodium_root.key'), 'key');
  write(inVolume('files/hausbuch/lease.pdf'), '%PDF');
  write(inAt('image'), '1');
  write(inAt('running'), '');
});
afterEach(() => fs.rmSync(at, { recursive: true, force: true }));

describe('a backup', () => {
  test('holds data, files and settings for its owner alone, and what ran runs on', () => {
    const volumes = held(inVolume());
    expect(manage('backup', inAt('backup'))).toMatchObject({ isDone: true });
    expect(fs.existsSync(inAt('running'))).toBe(true);
    expect(fs.readFileSync(inAt('backup/settings'), 'utf8')).toContain('POSTGRES_PASSWORD');
    for (const name of ['', ...fs.readdirSync(inAt('backup'))]) {
      expect(fs.statSync(inAt('backup', name)).mode & 0o077).toBe(0);
    }
    expect(held(inVolume())).toEqual(volumes);
    // Nobody writes while it is copied.
    const order = asked().map((line) => line.split(' ').slice(0, 2).join(' '));
    expect(order.indexOf('compose stop')).toBeLessThan(order.indexOf('compose run'));
    expect(manage('verify', inAt('backup'))).toMatchObject({ isDone: true });
    expect(manage('backup', inAt('backup')).said).toContain('is there already');
  });

  test('that cannot be made leaves nothing, and what ran runs on', () => {
    write(inAt('no-docker'), '');
    expect(manage('backup', inAt('backup'))).toMatchObject({ isDone: false });
    expect(fs.readdirSync(at).filter((name) => name.startsWith('backup'))).toEqual([]);
    expect(fs.existsSync(inAt('running'))).toBe(true);
  });

  test('of which a byte, a file or its list is not as it was is refused, before anything is changed', () => {
    manage('backup', inAt('backup'));
    expect(manage('restore', inAt('nowhere')).said).toContain('There is no backup');
    const volumes = held(inVolume());
    const spoil: Record<string, (folder: string) => void> = {
      byte: (folder) => fs.appendFileSync(path.join(folder, 'files.tar'), 'x'),
      file: (folder) => fs.rmSync(path.join(folder, 'database.tar')),
      list: (folder) => fs.rmSync(path.join(folder, 'checksums')),
      line: (folder) => write(path.join(folder, 'checksums'), ''),
    };
    for (const [name, damage] of Object.entries(spoil)) {
      fs.cpSync(inAt('backup'), inAt(name), { recursive: true });
      damage(inAt(name));
      for (const command of ['restore', 'verify']) {
        const { isDone, said } = manage(command, inAt(name));
        expect([name, command, isDone]).toEqual([name, command, false]);
        expect(said).toMatch(/is damaged|lacks/);
      }
    }
    expect(held(inVolume())).toEqual(volumes);
  });
});

describe('a restore', () => {
  test('brings everything back, the settings too, into empty volumes only', () => {
    const volumes = held(inVolume());
    manage('backup', inAt('backup'));
    expect(manage('restore', inAt('backup')).said).toContain('hold an installation');
    fs.rmSync(inVolume(), { recursive: true });
    for (const name of ['database', 'custom', 'files']) fs.mkdirSync(inVolume(name), { recursive: true });
    write(inVolume('custom/from-the-image.conf'), 'default');
    fs.rmSync(path.join(repository, '.env'));
    expect(manage('restore', inAt('backup'))).toMatchObject({ isDone: true });
    expect(held(inVolume())).toEqual(volumes);
    // What goes by itself rests before there is an app to do it.
    const started = asked().lastIndexOf('compose up --detach --wait --wait-timeout 300');
    const rested = asked().findIndex((line) => line.includes('rest_after_restore'));
    expect(rested).toBeGreaterThan(0);
    // Nor is anybody signed in who was signed out since.
    expect(asked().some((line) => line.includes('delete from auth.sessions'))).toBe(true);
    expect(rested).toBeLessThan(started);
    expect(fs.statSync(path.join(repository, '.env')).mode & 0o777).toBe(0o600);
    expect(fs.existsSync(inAt('running'))).toBe(true);
  });

  test('does not mix the data with keys of another installation', () => {
    manage('backup', inAt('backup'));
    fs.rmSync(inVolume('database'), { recursive: true });
    fs.mkdirSync(inVolume('database'));
    write(path.join(repository, '.env'), "POSTGRES_PASSWORD='other'\n");
    expect(manage('restore', inAt('backup')).said).toContain('differs');
  });

  test.each(['files -xpf', '--anchored', '- ./PG_VERSION'])(
    'killed at %s, no database starts on it, and it begins anew',
    (place) => {
      const volumes = held(inVolume());
      manage('backup', inAt('backup'));
      for (const name of ['database', 'custom', 'files']) {
        fs.rmSync(inVolume(name), { recursive: true });
        fs.mkdirSync(inVolume(name));
      }
      write(inAt('killed-at'), place);
      expect(manage('restore', inAt('backup'))).toMatchObject({ signal: 'SIGKILL' });
      expect(fs.existsSync(inVolume('database/PG_VERSION'))).toBe(false);
      fs.rmSync(inAt('killed-at'));
      expect(manage('restore', inAt('backup'))).toMatchObject({ isDone: true });
      expect(held(inVolume())).toEqual(volumes);
    },
  );
});

describe('an upgrade', () => {
  /** A newer version, on a branch that is followed. */
  const publish = (change: () => void) => {
    git('checkout', '-q', '-b', 'newer');
    change();
    git('commit', '-qam', 'two');
    git('checkout', '-q', 'main');
    git('branch', '-q', '--set-upstream-to=newer');
    git('config', 'branch.main.remote', '.');
  };
  const newer = () => publish(() => write(path.join(repository, 'version-of-app'), '2'));
  const running = () => fs.readFileSync(inAt('image'), 'utf8');

  test('backs up, starts the new version, and the gateway anew', () => {
    newer();
    expect(manage('upgrade', inAt('backup'))).toMatchObject({ isDone: true });
    expect(running()).toBe('2');
    expect(asked()).toContain('compose restart gateway');
    expect(fs.readFileSync(inAt('backup/version'), 'utf8').trim()).toBe(git('rev-parse', 'newer~1'));
  });

  test('that does not start goes back by itself, with all data', () => {
    newer();
    const volumes = held(inVolume());
    write(inAt('broken'), '2');
    expect(manage('upgrade', inAt('backup'))).toMatchObject({ isDone: false });
    expect(running()).toBe('1');
    expect(git('rev-parse', 'HEAD')).toBe(git('rev-parse', 'main~1'));
    expect(held(inVolume())).toEqual(volumes);
    expect(fs.existsSync(inAt('running'))).toBe(true);
  });

  test('is gone back from by hand', () => {
    newer();
    const volumes = held(inVolume());
    manage('upgrade', inAt('backup'));
    write(inVolume('database/base/5/1249'), 'rents of the new version');
    expect(manage('rollback', inAt('backup'))).toMatchObject({ isDone: true });
    expect([running(), held(inVolume())]).toEqual(['1', volumes]);
  });

  test('to another Postgres is refused, and nothing is changed', () => {
    publish(() => {
      const file = path.join(repository, 'compose.yaml');
      write(file, fs.readFileSync(file, 'utf8').replace(/supabase\/postgres:\d+/, 'supabase/postgres:17'));
    });
    const head = git('rev-parse', 'HEAD');
    expect(manage('upgrade', inAt('backup')).said).toContain('needs Postgres 17 and this one has 15');
    expect(git('rev-parse', 'HEAD')).toBe(head);
    expect(fs.existsSync(inAt('asked')) && asked().some((line) => line.startsWith('compose'))).toBe(false);
  });

  test('leaves alone what somebody has changed here', () => {
    newer();
    write(path.join(repository, 'compose.yaml'), 'name: mine\n');
    expect(manage('upgrade', inAt('backup')).said).toContain('were changed here');
    expect(running()).toBe('1');
  });
});
