export { type Access, readAccess } from './access.ts';
export { type CommandOptions, runCommand } from './command.ts';
export type { Log } from './log.ts';
export type { MailboxWords } from './mailbox/page.ts';
export { applySchema } from './schema.ts';
export { type RunningSupabase, type SupabaseOptions, startSupabase } from './server.ts';
