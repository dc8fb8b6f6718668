import { spawn } from 'node:child_process';
import os from 'node:os';
import { lookUpAdvisories, tellAdvisories } from './advisories.ts';
import { root } from './surroundings.ts';

interface Step {
  name: string;
  /** One after the other; the first that fails ends the step. */
  commands: string[][];
  /** What puts some of its faults right. */
  mend?: string;
}

const cores = os.availableParallelism();
/** Type checkers side by side each work through the shared types again, and other steps want a core, too. */
const share = Math.max(1, Math.floor(cores / 2));
const sources = ['src', 'supabase', 'scripts', 'tests'];

/** A build server writes nothing: what does not follow from messages/ there was forgotten in the commit. */
const writing = process.env.CI ? [] : [['node', 'scripts/languages.ts']];
/** Alone and before the rest: a key that is missing stops the compiler, too, which cannot say its name. */
const messages: Step = { name: 'messages', commands: [...writing, ['node', 'scripts/checks/messages.ts']] };
/** Before all that reads types: the typed lint, too, finds faults in a fresh clone that are none without them. */
const written: Step = {
  name: 'types that are written',
  commands: [
    ['next', 'typegen'],
    ['node', 'scripts/message-types.ts'],
  ],
};
/** `npm run verify -- --no-unit`: where `npm test` comes next, which has them, too. */
const isWithoutUnit = process.argv.includes('--no-unit');
const steps: Step[] = [
  {
    name: 'types',
    commands: [['tsc', '--noEmit', '-p', 'tsconfig.json', '--checkers', String(share)]],
  },
  ...(isWithoutUnit
    ? []
    : [{ name: 'unit tests', commands: [['vitest', 'run', '--project', 'unit*', '--reporter=dot']] }]),
  { name: 'typed lint', commands: [['oxlint', '--type-aware', ...sources]] },
  {
    name: 'format and lint',
    commands: [['biome', 'check', '--error-on-warnings', '.']],
    mend: 'npm run format',
  },
  { name: 'import directions', commands: [['node', 'scripts/checks/imports.ts']] },
  { name: 'files that are named', commands: [['node', 'scripts/checks/named-files.ts']] },
];

function runCommand([program = '', ...args]: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      // Of Go, which the typed lint is written in.
      env: { GOMAXPROCS: String(share), ...process.env, ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }) },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

async function runStep({ name, commands, mend }: Step): Promise<boolean> {
  const began = performance.now();
  for (const command of commands) {
    const { code, output } = await runCommand(command);
    if (code !== 0) {
      console.log(
        `\n✗ ${name}: ${command.join(' ')}\n${output.trim()}\n${mend ? `What can be put right by itself: ${mend}\n` : ''}`,
      );
      return false;
    }
  }
  console.log(`✓ ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  return true;
}

const began = performance.now();
/** Told and nothing more: an advisory of this morning is no fault of the commit at hand, and a train has no network. */
const advisories = lookUpAdvisories({ limitMs: 15_000 });
const failed: string[] = [];
const attempt = async (step: Step) => {
  if (!(await runStep(step))) failed.push(step.name);
};

for (const step of [messages, written]) if (failed.length === 0) await attempt(step);
if (failed.length === 0) {
  const waiting = [...steps];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await attempt(next);
  };
  await Promise.all(Array.from({ length: Math.min(4, Math.max(2, cores)) }, work));
}
console.log(tellAdvisories(await advisories));
const seconds = ((performance.now() - began) / 1000).toFixed(1);
console.log(failed.length === 0 ? `Verified in ${seconds} s` : `Failed: ${failed.join(', ')} (${seconds} s)`);
process.exitCode = failed.length === 0 ? 0 : 1;
