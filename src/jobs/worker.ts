import { PgBoss } from 'pg-boss';
import { type Database, database } from '@/db/client';
import { listPortfoliosWithRecurringDue, listPortfoliosWithRentToPost } from '@/db/due-work';
import { env } from '@/lib/env';
import { describeError, log } from '@/lib/log';
import { postBookingsOfPortfolio } from './due-bookings';
import { postRentOfPortfolio } from './due-rent';

/** Work that is done portfolio by portfolio, each in a job of its own. */
type PortfolioWork = {
  name: string;
  cron: string;
  findPortfolios: (db: Database, now: Date) => Promise<string[]>;
  work: (db: Database, portfolioId: string) => Promise<void>;
};

// Hourly, because "today" begins at another hour in every time zone; most rounds find nothing.
const portfolioWork: PortfolioWork[] = [
  {
    name: 'rent',
    cron: '7 * * * *',
    findPortfolios: listPortfoliosWithRentToPost,
    work: postRentOfPortfolio,
  },
  {
    name: 'recurring',
    cron: '12 * * * *',
    findPortfolios: listPortfoliosWithRecurringDue,
    work: postBookingsOfPortfolio,
  },
];

async function schedulePortfolioWork(boss: PgBoss, { name, cron, findPortfolios, work }: PortfolioWork) {
  const findDue = `${name}.find_due`;
  const postPortfolio = `${name}.post_portfolio`;
  await boss.createQueue(findDue, { policy: 'short', retryLimit: 2 });
  await boss.createQueue(postPortfolio, {
    policy: 'short', // at most one waiting per portfolio (singletonKey)
    retryLimit: 5,
    retryDelay: 30,
    retryBackoff: true,
  });
  await boss.work(findDue, async () => {
    const ids = await findPortfolios(database(), new Date());
    await boss.insert(
      postPortfolio,
      ids.map((portfolioId) => ({ data: { portfolioId }, singletonKey: portfolioId })),
    );
  });
  await boss.work<{ portfolioId: string }>(postPortfolio, async (jobs) => {
    for (const job of jobs) await work(database(), job.data.portfolioId);
  });
  await boss.schedule(findDue, cron);
  // What fell due while nothing ran.
  await boss.send(findDue);
}

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

  for (const work of portfolioWork) await schedulePortfolioWork(boss, work);

  return { stop: () => boss.stop({ graceful: true, timeout: 5_000 }) };
}
