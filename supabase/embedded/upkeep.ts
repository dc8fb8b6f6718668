import { forgetUnproven } from './auth/audit.ts';
import { forgetDecoys } from './auth/decoys.ts';
import { endWaiting } from './auth/waiting.ts';
import type { Config } from './config.ts';
import type { Sql } from './database.ts';
import type { Log } from './log.ts';
import { forgetOldMessages } from './mailbox/store.ts';

const hourMs = 3_600_000;

/** Exported for its test. */
export async function tidy(sql: Sql, config: Config): Promise<void> {
  const { timebox = 0, inactivity_timeout: inactivity = 0 } = config.auth.sessions;
  await endWaiting(sql);
  await forgetDecoys(sql);
  await sql`delete from auth.one_time_tokens where created_at < (now() at time zone 'utc') - interval '7 days'`;
  await sql`delete from auth.flow_state where created_at < now() - interval '1 day'`;
  await sql`delete from auth.mfa_challenges where created_at < now() - interval '1 day'`;
  await sql`delete from auth.mfa_factors where status = 'unverified' and created_at < now() - interval '1 day'`;
  await sql`delete from auth.sessions where not_after < now() - interval '1 day'
    or (${timebox} > 0 and created_at < now() - interval '1 day' - make_interval(secs => ${timebox / 1000}))
    or (${inactivity} > 0 and coalesce(refreshed_at at time zone 'utc', created_at)
      < now() - interval '1 day' - make_interval(secs => ${inactivity / 1000}))`;
  // A used token must stay as long as presenting it again still says something about theft.
  await sql`delete from auth.refresh_tokens where revoked and updated_at < now() - interval '90 days'`;
  await forgetUnproven(sql);
  await sql`delete from auth.audit_log_entries where created_at < now() - interval '1 year'`;
  await sql`delete from supabase_embedded.failed_attempt where since < now() - interval '1 day'`;
  await forgetOldMessages(sql);
}

/** Removes what is no longer of use, now and every hour. */
export function startUpkeep(sql: Sql, config: Config, log: Log): { stop(): Promise<void> } {
  let running = Promise.resolve();
  const run = () => {
    running = tidy(sql, config).catch((error: unknown) => log.warn({ err: error }, 'upkeep failed'));
  };
  run();
  const timer = setInterval(run, hourMs);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
      return running;
    },
  };
}
