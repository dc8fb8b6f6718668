#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from './command.ts';

const usage = `supabase-embedded [start]                      starts database, auth, storage and mailbox
supabase-embedded keys                         {"url","publishableKey","secretKey"} of this installation
supabase-embedded keys list|add|rotate|revoke  signing keys (rotate and revoke take --now)
  --data <folder>    database, files and keys (SUPABASE_DATA, else .supabase)
  --config <file>    (SUPABASE_CONFIG, else supabase/config.toml where there is one)`;

const { values, positionals } = parseArgs({
  options: {
    data: { type: 'string', default: process.env.SUPABASE_DATA || '.supabase' },
    config: { type: 'string', default: process.env.SUPABASE_CONFIG },
    now: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const usualConfig = resolve('supabase', 'config.toml');

if (values.help) process.stdout.write(`${usage}\n`);
else {
  await runCommand(values.now ? [...positionals, '--now'] : positionals, {
    name: 'supabase-embedded',
    dataDir: resolve(values.data),
    configPath: values.config ? resolve(values.config) : existsSync(usualConfig) ? usualConfig : undefined,
  });
}
