import { PgBoss } from 'pg-boss';
import { figureSource } from '@/bundesbank/figure-source';
import { type Database, database } from '@/db/client';
import {
  listPortfoliosWithFiles,
  listPortfoliosWithRecurringDue,
  listPortfoliosWithRentToPost,
} from '@/db/due-work';
import { fileWorkChannel } from '@/db/erase-document';
import { type Listener, listenTo } from '@/db/listener';
import { mailWorkChannel } from '@/db/mail-work';
import { env } from '@/lib/server/env';
import { describeError, log } from '@/lib/server/log';
import { type FileStorage, fileStorage } from '@/storage/file-storage';
import { forgetOldEvents } from './account-events';
import { findLeftOutLines, forgetLinesOfPortfolio } from './bank-lines';
import { asLibpq } from './connection-string';
import { forgetOldMessages } from './contact-messages';
import { compareFilesOf, findFileWork, findSilentUploads, workOnFilesOf } from './document-files';
import { postBookingsOfPortfolio } from './due-bookings';
import { postRentOfPortfolio } from './due-rent';
import { findEndedInvitations, forgetInvitationsOfPortfolio } from './invitations';
import { asError } from './job-error';
import { renewFigures } from './legal-figures';
import { findMailWork, sendMailsOf } from './letter-mails';
import { findMorningReminders, remindOfPortfolio } from './reminders';
import { forgetLaterTimes } from './turned-back';

/** Work that is done portfolio by portfolio, each in a job of its own. */
type PortfolioWork = {
  name: string;
  cron: string;
  findPortfolios: (db: Database, now: Date) => Promise<string[]>;
  /** True: something is left, for when the others have had their turn. */
  work: (db: Database, portfolioId: string) => Promise<unknown>;
};

interface Surroundings {
  storage: () => FileStorage;
  /** How long the files of one portfolio are read while those of another wait: a pile of one is nobody else's. */
  fileTurnMs: number;
}

const workOnFiles =
  ({ storage, fileTurnMs }: Surroundings) =>
  async (db: Database, portfolioId: string) => {
    const { left } = await workOnFilesOf(db, storage(), portfolioId, new Date(), fileTurnMs);
    return left > 0;
  };

// Hourly, because "today" begins at another hour in every time zone; most rounds find nothing.
const portfolioWork = (surroundings: Surroundings): PortfolioWork[] => [
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
  {
    name: 'reminders',
    cron: '22 * * * *',
    findPortfolios: findMorningReminders,
    work: remindOfPortfolio,
  },
  {
    name: 'left_out_lines',
    cron: '42 3 * * *',
    findPortfolios: findLeftOutLines,
    work: forgetLinesOfPortfolio,
  },
  {
    name: 'ended_invitations',
    cron: '47 3 * * *',
    findPortfolios: findEndedInvitations,
    work: forgetInvitationsOfPortfolio,
  },
  { name: 'files', cron: '* * * * *', findPortfolios: findFileWork, work: workOnFiles(surroundings) },
  {
    name: 'mails',
    cron: '* * * * *',
    findPortfolios: findMailWork,
    work: (db, portfolioId) => sendMailsOf(db, surroundings.storage(), portfolioId),
  },
  // Asks storage once for each upload nobody speaks of any more.
  {
    name: 'silent_uploads',
    cron: '*/15 * * * *',
    findPortfolios: findSilentUploads,
    work: workOnFiles(surroundings),
  },
  {
    name: 'file_comparison',
    cron: '37 2 * * *',
    findPortfolios: listPortfoliosWithFiles,
    work: (db, portfolioId) => compareFilesOf(db, surroundings.storage(), portfolioId),
  },
];

const jobOf = (name: string) => `${name}.post_portfolio`;

async function schedulePortfolioWork(boss: PgBoss, { name, cron, findPortfolios, work }: PortfolioWork) {
  const findDue = `${name}.find_due`;
  const postPortfolio = jobOf(name);
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
    for (const { data } of jobs) {
      if ((await work(database(), data.portfolioId)) !== true) continue;
      await boss.send(postPortfolio, data, { singletonKey: data.portfolioId });
    }
  });
  await boss.schedule(findDue, cron);
  // What fell due while nothing ran.
  await boss.send(findDue);
}

/** Once a day: what is not kept longer than the privacy page says. */
async function scheduleForgetting(boss: PgBoss) {
  for (const [queue, forget] of [
    ['contact_messages.forget', forgetOldMessages],
    ['account_events.forget', forgetOldEvents],
  ] as const) {
    await boss.createQueue(queue, { policy: 'short', retryLimit: 2 });
    await boss.work(queue, () => forget(database()));
    await boss.schedule(queue, '52 3 * * *');
    await boss.send(queue);
  }
}

/** Once a week, where the operator switched it on; a schedule of before is taken away. */
async function scheduleFigures(boss: PgBoss) {
  const queue = 'legal_figures.renew';
  await boss.createQueue(queue, { policy: 'short', retryLimit: 3, retryDelay: 600, retryBackoff: true });
  const { legalFigures } = env();
  if (legalFigures.mode !== 'auto') return boss.unschedule(queue);
  await boss.work(queue, () => renewFigures(database(), legalFigures, () => figureSource(legalFigures)));
  await boss.schedule(queue, '23 5 * * 1');
  await boss.send(queue);
}

/**
 * Hears at once of work that a transaction has left; without it (a pooler that knows no LISTEN) the next minute's round
 * finds it.
 */
async function listenForWork(boss: PgBoss, name: string, channel: string): Promise<Listener | null> {
  const enqueue = (portfolioId: string) => {
    boss.send(jobOf(name), { portfolioId }, { singletonKey: portfolioId }).catch((error: unknown) => {
      log().warn({ event: 'work_not_queued', name, error: describeError(error) });
    });
  };
  try {
    return await listenTo(env().databaseDirectUrl, channel, {
      applicationName: `hausbuch-${name}`,
      onMessage: enqueue,
    });
  } catch (error) {
    log().warn({ event: 'work_not_heard', name, error: describeError(error) });
    return null;
  }
}

/**
 * Works off what is due, in this process. Any number of servers may do so at once: Postgres hands each job
 * to one of them, and every job does no harm when it runs again.
 */
export async function startWorker({
  storage = fileStorage,
  fileTurnMs = 3_000,
}: Partial<Surroundings> = {}): Promise<{ stop: () => Promise<void> }> {
  const settings = {
    connectionString: asLibpq(env().databaseDirectUrl),
    // The login itself may do nothing but switch roles. Asked of the connection: poolers drop what comes with its start.
    onConnect: (client: { query: (text: string) => Promise<unknown> }) =>
      client.query('set role hausbuch_app'),
    application_name: 'hausbuch-jobs',
    max: 3,
    schema: 'pgboss',
    // The migration has made the tables, as their owner.
    migrate: false,
    createSchema: false,
    reindex: false,
    monitorVacuum: false,
  };
  const boss = new PgBoss(settings);
  boss.on('error', (error) => log().error({ event: 'jobs_error', error: describeError(asError(error)) }));
  await boss.start();
  await forgetLaterTimes(boss);
  // The machine's clock may be put right while we run.
  const watch = setInterval(() => {
    forgetLaterTimes(boss).catch((error: unknown) => {
      log().warn({ event: 'clock_not_compared', error: describeError(asError(error)) });
    });
  }, 60_000).unref();

  for (const work of portfolioWork({ storage, fileTurnMs })) await schedulePortfolioWork(boss, work);
  await scheduleForgetting(boss);
  await scheduleFigures(boss);
  const files = await listenForWork(boss, 'files', fileWorkChannel);
  const mails = await listenForWork(boss, 'mails', mailWorkChannel);

  return {
    async stop() {
      clearInterval(watch);
      await files?.stop();
      await mails?.stop();
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}
