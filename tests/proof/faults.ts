import os from 'node:os';
import { parseArgs } from 'node:util';
import { ensureBuild } from '../../scripts/build.ts';
import { runFaults } from './faults/run.ts';

/** `npm run faults -- --faults 300 --seed 7`: prints what docs/reliability.md records; `--only killed` for some kinds. */
const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true },
  },
});
const [faults, seed] = [Number(values.faults), Number(values.seed)];
const say = (line: string) => console.log(line);

await ensureBuild();
const began = performance.now();
const report = await runFaults({ faults, seed, only: values.only }, say);
const sorted = report.readyMs.sort((a, b) => a - b);
const part = (share: number) => `${((sorted[Math.floor(sorted.length * share)] ?? 0) / 1_000).toFixed(1)} s`;
for (const [name, times] of report.byKind) say(`${String(times).padStart(4)}  ${name}`);
for (const reason of report.skipped) say(`skipped: ${reason}`);
for (const one of report.found) say(`FOUND ${one}`);
say(
  `${report.faults} faults with seed ${seed} in ${Math.round((performance.now() - began) / 1_000)} s on ${os.cpus().length} cores: ` +
    `${report.acknowledged} writes acknowledged, ${report.found.length} things found; ` +
    `ready again after ${part(0.5)} (half), ${part(0.95)} (19 of 20), ${part(0.999)} (longest)`,
);
process.exitCode = report.found.length === 0 ? 0 : 1;
