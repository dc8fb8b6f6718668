import { PgBoss } from 'pg-boss';
import { database } from '@/db/client';
import { listPortfoliosWithRentToPost } from '@/db/due-work';
import { env } from '@/lib/env';
import { describeError, log } from '@/lib/log';
import { postRentOfPortfolio } from './due-rent';

const findDueRent = 'rent.find_due';
const postPortfolioRent = 'rent.post_portfolio';

/**
 * Works off what is due, in this process. Any number of servers may do so at once: Postgres hands each job
 * to one of them, and every job does no harm when it runs again.
 */
export async function startWorker(): Promise<{ stop: () => Promise<void> }> {
  const boss = new PgBoss({
    connectionString: env().databaseDirectUrl,
    options: '-c role=hausbuch_app', // the login itself may do nothing but switch roles
    application_name: 'hausbuch-jobs',
    max: 3,
    schema: 'pgboss',
    // The migration has made the tables, as their owner.
    migrate: false,
    createSchema: false,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => log().error({ event: 'jobs_error', error: describeError(error) }));
  await boss.start();

  await boss.createQueue(findDueRent, { policy: 'short', retryLimit: 2 });
  await boss.createQueue(postPortfolioRent, {
    policy: 'short', // at most one waiting per portfolio (singletonKey)
    retryLimit: 5,
    retryDelay: 30,
    retryBackoff: true,
  });
  await boss.work(findDueRent, async () => {
    const ids = await listPortfoliosWithRentToPost(database(), new Date());
    await boss.insert(
      postPortfolioRent,
      ids.map((portfolioId) => ({ data: { portfolioId }, singletonKey: portfolioId })),
    );
  });
  await boss.work<{ portfolioId: string }>(postPortfolioRent, async (jobs) => {
    for (const job of jobs) await postRentOfPortfolio(database(), job.data.portfolioId);
  });
  // Hourly, because "today" begins at another hour in every time zone; most rounds find nothing.
  await boss.schedule(findDueRent, '7 * * * *');
  // What fell due while nothing ran.
  await boss.send(findDueRent);

  return { stop: () => boss.stop({ graceful: true, timeout: 5_000 }) };
}
