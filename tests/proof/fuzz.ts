import os from 'node:os';
import { parseArgs } from 'node:util';
import { ensureBuild } from '../../scripts/build.ts';

/** `npm run fuzz -- --requests 50000 --seed 7`: prints what docs/reliability.md records. */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
  },
});
const say = (line: string) => console.log(line);

await ensureBuild();
// Through Node's own resolution this file has no `@/`.
await import('../../scripts/src-imports.ts');
const { runFuzz } = await import('./fuzz/run.ts');
const report = await runFuzz({ requests: Number(values.requests), seed: Number(values.seed) }, say);
const counted = (map: Map<string, number>) =>
  [...map].sort(([, a], [, b]) => b - a).map(([name, times]) => `${name} ${times}`);
say(counted(report.byKind).join(' · '));
say(counted(report.byStatus).join(' · '));
for (const answer of report.neverFine) say(`not 200: ${answer}`);
const fine = report.procedures - report.neverFine.length;
say(
  `${report.requests} requests with seed ${values.seed} in ${report.seconds} s on ${os.cpus().length} cores: ` +
    `${fine} of ${report.procedures} procedures answered 200, ${report.found.length} things found, ` +
    `${report.passing} told to come again (503), ${report.late} late once, longest ${Math.round(report.longestMs)} ms`,
);
process.exitCode = report.found.length === 0 && fine >= report.procedures * 0.95 ? 0 : 1;
// What the factories hold open (key server, pools) ends with the process.
process.exit();
