import path from 'node:path';
import { verifyBackup } from './backup-manifest.ts';
import { backUp } from './data-copy.ts';
import { restore } from './data-restore.ts';
import { step } from './progress.ts';
import { root } from './surroundings.ts';

/**
 * `npm run backup -- <folder>`, `npm run backup -- --verify <folder>` and `npm run restore -- <folder>` of an
 * installation with its own database.
 */
async function main([verb, ...words]: string[]): Promise<void> {
  const isVerified = verb === 'backup' && words[0] === '--verify';
  const folder = words[isVerified ? 1 : 0];
  if (!folder)
    throw new Error(`Give the folder of the backup: npm run ${verb} -- /backups/hausbuch-2026-11-21`);
  const dataDir = path.resolve(root, process.env.HAUSBUCH_DATA || '.data');
  const backup = path.resolve(folder);
  if (isVerified) {
    const { files } = await step('Reading the backup', async () => verifyBackup(backup));
    console.log(`The backup in ${backup} is whole: ${files.length} files are as they were written.`);
  } else if (verb === 'restore') {
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
