import path from 'node:path';
import { backUp, restore } from './data-copy.ts';
import { step } from './progress.ts';
import { root } from './surroundings.ts';

/** `npm run backup -- <folder>` and `npm run restore -- <folder>` of an installation with its own database. */
async function main([verb, folder]: string[]): Promise<void> {
  if (!folder)
    throw new Error(`Give the folder of the backup: npm run ${verb} -- /backups/hausbuch-2026-11-21`);
  const dataDir = path.resolve(root, process.env.HAUSBUCH_DATA || '.data');
  const backup = path.resolve(folder);
  if (verb === 'restore') {
    await step('Restoring', async () => restore(backup, dataDir));
    console.log(`${dataDir} holds the backup now. Start it with npm start.`);
  } else {
    await step('Copying database and files', () => backUp(dataDir, backup));
    console.log(`The backup is in ${backup}. It holds keys and personal data: keep it safe.`);
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
