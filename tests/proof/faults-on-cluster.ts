import '../../scripts/src-imports.ts';
import { parseArgs } from 'node:util';

/**
 * `npm run faults:cluster [-- --postgres <folder>]`: the folder of a Postgres with Citus, where it is no package.
 * `--restore`: instead of killing nodes, all of them are brought back to one instant, and a standby takes a worker's place.
 */
const { values } = parseArgs({
  options: { postgres: { type: 'string' }, restore: { type: 'boolean', default: false } },
});
// Once imports are understood as the bundler does.
const { runClusterFaults } = await import('./faults/cluster-run.ts');
const { runClusterRestore } = await import('./faults/cluster-restore.ts');
const run = values.restore ? runClusterRestore : runClusterFaults;
const found = await run(values.postgres, (line) => console.log(line));
for (const one of found) console.log(`FOUND ${one}`);
process.exit(found.length === 0 ? 0 : 1);
