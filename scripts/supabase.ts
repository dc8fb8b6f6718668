import path from 'node:path';
import { runCommand } from '@hausbuch/supabase-embedded';
import { mailboxWords } from './mailbox-words.ts';
import { databaseName, root } from './surroundings.ts';

/** `npm run supabase`: the embedded server alone, on this installation's data; `npm run -s supabase -- keys`: its settings. */
await runCommand(process.argv.slice(2), {
  name: 'npm run -s supabase --',
  dataDir: path.resolve(root, process.env.HAUSBUCH_DATA || '.data'),
  configPath: path.resolve(root, process.env.SUPABASE_CONFIG || path.join('supabase', 'config.toml')),
  database: databaseName,
  senderName: 'Hausbuch',
  mailboxWords: mailboxWords(),
});
