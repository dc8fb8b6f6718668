import type { PgBoss } from 'pg-boss';
import { log } from '@/lib/server/log';

/**
 * What the queue has noted for a moment still to come: where the product once ran by a clock that stood in 2037, it would wait
 * for that year, and take no second job of its kind until then. The longest pause before another try is an hour and a half.
 */
const corrections = [
  `update pgboss.version set cron_on = least(cron_on, now()), bam_on = least(bam_on, now()), flow_on = least(flow_on, now()),
      reindex_on = least(reindex_on, now()),
      monitor_backoff_on = case when monitor_backoff_on is not null then least(monitor_backoff_on, now() + interval '1 hour') end
    where greatest(cron_on, bam_on, flow_on, reindex_on, monitor_backoff_on - interval '1 hour') > now() + interval '1 minute'
    returning 1`,
  `update pgboss.queue set monitor_on = least(monitor_on, now()), monitor_claim_on = least(monitor_claim_on, now()),
      maintain_on = least(maintain_on, now())
    where greatest(monitor_on, monitor_claim_on, maintain_on) > now() + interval '1 minute' returning 1`,
  `update pgboss.job set start_after = now()
    where state in ('created', 'retry') and start_after > now() + interval '1 day' returning 1`,
  `update pgboss.job set started_on = now()
    where state = 'active' and started_on > now() + interval '1 minute' returning 1`,
];

/** Puts right what a clock that was turned back has left. A clock that is right costs four small statements. */
export async function forgetLaterTimes(boss: PgBoss): Promise<void> {
  let corrected = 0;
  for (const correction of corrections) {
    const { rows } = await boss.getDb().executeSql(correction, []);
    corrected += rows.length;
  }
  if (corrected > 0) log().warn({ event: 'clock_turned_back', corrected });
}
