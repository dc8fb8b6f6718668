import '../../scripts/src-imports.ts';
import { parseArgs } from 'node:util';

/** `npm run faults:cluster [-- --postgres <folder>]`: the folder of a Postgres with Citus, where it is no package. */
const { values } = parseArgs({ options: { postgres: { type: 'string' } } });
// Once imports are understood as the bundler does.
const { runClusterFaults } = await import('./faults/cluster-run.ts');
const found = await runClusterFaults(values.postgres, (line) => console.log(line));
for (const one of found) console.log(`FOUND ${one}`);
process.exit(found.length === 0 ? 0 : 1);
