import path from 'node:path';
import { parseArgs } from 'node:util';
import config from '../drizzle.config.ts';
import { takeBack, writeMigration } from './migration-files.ts';
import { root } from './surroundings.ts';

const folder = path.join(root, config.out);

/**
 * `npm run generate -- --name what_changes [--custom] [--again]`: the next migration from `src/db/schema`, with forced
 * row-level security, the step to several machines and the grants of `src/db/grants.ts`. The ones before stay as they
 * are: databases with people's data were made by them.
 */
async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      name: { type: 'string' },
      custom: { type: 'boolean', default: false },
      again: { type: 'boolean', default: false },
    },
  });
  if (!values.name) throw new Error('Name it: npm run generate -- --name what_changes');
  if (values.again) takeBack(folder, values.name);
  const file = await writeMigration(folder, values.name, { isCustom: values.custom });
  console.log(file ? `Wrote drizzle/${file}.` : 'The migrations already say what src/db/schema says.');
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
