import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../scripts/surroundings.ts';
import { inWords, type Ran, recorded } from './record.ts';

const usage = `npm run proof                 everything that takes long, one after the other, into docs/reliability.md
  --only fuzz        those whose name has the word; may be given more than once
  --seeds 1,2,3      of faults and fuzz
  --faults 100  --requests 50000  --minutes 20
  --no-write         prints the table only`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    seeds: { type: 'string', default: '1,2,3' },
    faults: { type: 'string', default: '100' },
    requests: { type: 'string', default: '50000' },
    minutes: { type: 'string', default: '20' },
    write: { type: 'boolean', default: true },
    help: { type: 'boolean', default: false },
  },
  allowNegative: true,
});

const seeds = values.seeds.split(',');
const steps: { name: string; words: string[] }[] = [
  ...seeds.map((seed) => ({
    name: `faults, seed ${seed}`,
    words: ['faults', '--faults', values.faults, '--seed', seed],
  })),
  ...seeds.map((seed) => ({
    name: `fuzz, seed ${seed}`,
    words: ['fuzz', '--requests', values.requests, '--seed', seed],
  })),
  { name: 'soak', words: ['soak', '--minutes', values.minutes] },
  { name: 'two processes', words: ['beside'] },
  { name: 'containers', words: ['containers'] },
  { name: 'walks in every form', words: ['test', 'e2e', 'every-form'] },
  { name: 'pseudo-locale', words: ['pseudo'] },
  { name: 'Lighthouse', words: ['lighthouse', ...(values.write ? ['--write'] : [])] },
  { name: 'bench', words: ['bench'] },
];

/** Lets it say what it says, and keeps the last line. */
function run({ name, words }: (typeof steps)[number]): Promise<Ran> {
  console.log(`\n== ${name}`);
  const began = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(root, 'scripts', 'start.mjs'), ...words], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (text: string) => {
      process.stdout.write(text);
      said = (said + text).slice(-20_000);
    });
    const finish = (code: number) => {
      const summary = said.trim().split('\n').at(-1) ?? '';
      resolve({ name, seconds: (performance.now() - began) / 1_000, code, summary });
    };
    child.once('error', () => finish(1));
    child.once('close', (code) => finish(code ?? 1));
  });
}

const git = (...words: string[]) =>
  spawnSync('git', words, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';

/** As soon as it is over: what comes after it takes long. */
function record(ran: Ran): void {
  const file = path.join(root, 'docs', 'reliability.md');
  const day = new Date().toISOString().slice(0, 10);
  // The tables that the steps write are no change of what they prove.
  const isChanged = git('status', '--porcelain', '--', ':!docs') !== '';
  const commit = `${git('rev-parse', '--short', 'HEAD') || 'no commit'}${isChanged ? '+' : ''}`;
  const load = os.loadavg()[0] ?? 0;
  fs.writeFileSync(file, recorded(fs.readFileSync(file, 'utf8'), { day, commit, load }, ran));
}

async function main(): Promise<void> {
  const { only } = values;
  const wanted = steps.filter(({ name }) => only.length === 0 || only.some((word) => name.includes(word)));
  const ran: Ran[] = [];
  for (const step of wanted) {
    const done = await run(step);
    ran.push(done);
    if (values.write) record(done);
  }
  console.log('');
  for (const { name, seconds, code, summary } of ran)
    console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${name} (${inWords(seconds)}): ${summary}`);
  process.exitCode = ran.length > 0 && ran.every(({ code }) => code === 0) ? 0 : 1;
}

if (values.help) console.log(usage);
else await main();
