import path from 'node:path';
import { parseArgs } from 'node:util';
import config from '../drizzle.config.ts';
import { writeBaseline, writeMigration } from './migration-files.ts';
import { root } from './surroundings.ts';

const folder = path.join(root, config.out);

/**
 * `npm run generate -- --name what_changes [--custom]` and `npm run baseline`: migrations from `src/db/schema`, with
 * forced row-level security, the step to several machines and the grants of `src/db/grants.ts`.
 */
async function main([verb, ...args]: string[]): Promise<void> {
  if (verb === 'baseline') {
    for (const file of await writeBaseline(folder)) console.log(`Wrote drizzle/${file}.`);
    console.log('Databases made before are refused: stop, remove the data folder (.data), start again.');
    return;
  }
  const { values } = parseArgs({
    args,
    options: { name: { type: 'string' }, custom: { type: 'boolean', default: false } },
  });
  if (!values.name) throw new Error('Name it: npm run generate -- --name what_changes');
  const file = await writeMigration(folder, values.name, { isCustom: values.custom });
  console.log(file ? `Wrote drizzle/${file}.` : 'The migrations already say what src/db/schema says.');
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
