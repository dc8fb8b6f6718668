/**
 * `npm run pseudo`: proves that a language is one file. A copy of the sources gets one that nobody speaks (accents,
 * 40 % longer, in brackets), made from the default one, is built, and a browser walks through it: tests/pseudo.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { step } from './progress.ts';
import { pseudoMessages } from './pseudo/words.ts';
import { root } from './surroundings.ts';

/** Within the folder for data, so that no check of the sources looks into it. */
const copy = path.join(root, '.data', 'pseudo');
const kept = ['node_modules', '.next', '.data'];

function copySources(): void {
  fs.mkdirSync(copy, { recursive: true });
  for (const name of fs.readdirSync(copy).filter((one) => !kept.includes(one))) {
    fs.rmSync(path.join(copy, name), { recursive: true });
  }
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const name of listed.split('\0').filter((one) => one !== '' && fs.existsSync(path.join(root, one)))) {
    fs.cpSync(path.join(root, name), path.join(copy, name), { preserveTimestamps: true });
  }
}

/** Real files, since the bundler follows no link out of its folder; hard links take no room. */
function linkPackages(): void {
  const lock = fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8');
  const stamp = path.join(copy, 'node_modules', '.linked-for');
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === lock) return;
  fs.rmSync(path.join(copy, 'node_modules'), { recursive: true, force: true });
  execFileSync('cp', ['-al', path.join(root, 'node_modules'), path.join(copy, 'node_modules')]);
  fs.rmSync(path.join(copy, 'node_modules', '.cache'), { recursive: true, force: true });
  fs.writeFileSync(stamp, lock);
}

function run(program: string, args: string[]): number {
  const bin = path.join(copy, 'node_modules', '.bin');
  const PATH = `${bin}${path.delimiter}${process.env.PATH ?? ''}`;
  const { status } = spawnSync(program, args, { cwd: copy, stdio: 'inherit', env: { ...process.env, PATH } });
  return status ?? 1;
}

await step('Copying the sources', async () => {
  copySources();
  linkPackages();
});
const english: unknown = JSON.parse(fs.readFileSync(path.join(root, 'messages', 'en.json'), 'utf8'));
fs.writeFileSync(
  path.join(copy, 'messages', 'en-XA.json'),
  `${JSON.stringify(pseudoMessages(english), null, 2)}\n`,
);
// Before the walk: whoever starts a product for tests waits five minutes for it and no longer.
const build = "const { ensureBuild } = await import('./scripts/build.ts'); await ensureBuild();";
const made = [
  ['scripts/languages.ts'],
  ['scripts/message-types.ts'],
  ['--input-type=module', '-e', build],
].every((args) => run('node', args) === 0);
process.exitCode = made
  ? run('playwright', ['test', '--config', 'tests/pseudo/config.ts', ...process.argv.slice(2)])
  : 1;
