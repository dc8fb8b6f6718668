import type { Database } from '@/db/client';
import { enterRequest } from '@/db/scope';
import { exportPortfolio } from '@/features/export/export-steps';
import { postRentEverywhere } from '@/jobs/due-rent';
import type { FileStorage } from '@/storage/file-storage';
import { connected } from '../setup/admin-urls.ts';
import { median } from '../setup/median.ts';
import { type Call, calls, type Target } from './calls.ts';
import { postOneNight } from './night.ts';
import { type Place, type Portfolio, timed } from './places.ts';

export type Opened = { place: Place; db: Database };

// What every transaction begins with, and nothing else.
const enter: Call = { path: '', isMutation: false, input: () => undefined, run: async () => null };

/** Medians of each call at each place, in turns. */
export async function measureCalls(opened: Opened[], target: Target, rounds: number): Promise<void> {
  const { userId, portfolioId } = target;
  for (const [name, call] of Object.entries({ enter, ...calls })) {
    if (name === 'inbox') continue;
    const took: number[][] = opened.map(() => []);
    for (let round = 0; round < rounds; round += 1)
      for (const [index, { db }] of opened.entries()) {
        const once = () =>
          enterRequest(db, { userId, portfolioId, purpose: 'report' }, async ({ tx, scope }) => {
            if (!scope) throw new Error('No member.');
            return call.run(tx, scope, call.input(target));
          });
        for (let times = 0; times < (round === 0 ? 8 : 20); times += 1) {
          const { ms } = await timed(once);
          if (round > 0) took[index]?.push(ms);
        }
      }
    const [one = 0, cluster = 0] = took.map(median);
    console.log(`| ${name} | ${one.toFixed(1)} | ${cluster.toFixed(1)} | ${(cluster / one).toFixed(2)}× |`);
  }
}

const noFiles = {
  open: async () => null,
  list: async () => ({ files: [], nextCursor: null }),
} as unknown as FileStorage;

/** Everything of a portfolio, as the download has it. */
async function exportAll(db: Database, { userId, portfolioId }: Target): Promise<number> {
  const { body } = await exportPortfolio(
    (work) =>
      enterRequest(
        db,
        { userId, portfolioId, purpose: 'report', isSnapshot: true },
        async ({ tx, scope }) => {
          if (!scope) throw new Error('No member.');
          return work(tx, scope);
        },
      ),
    noFiles,
    'en',
  );
  let bytes = 0;
  for await (const chunk of body) bytes += chunk.byteLength;
  return bytes;
}

export async function measureExport(opened: Opened[], target: Target): Promise<void> {
  for (const { place, db } of opened) {
    const took: number[] = [];
    let bytes = 0;
    for (let times = 0; times < 3; times += 1) {
      const { ms, answer } = await timed(() => exportAll(db, target));
      took.push(ms);
      bytes = answer;
    }
    console.log(
      `${place.name}: export of ${(bytes / 1e6).toFixed(1)} MB in ${(median(took) / 1000).toFixed(2)} s`,
    );
  }
}

export async function measureNight({ place, db }: Opened): Promise<void> {
  const night = await postOneNight(place);
  const again = await timed(() => postRentEverywhere(db));
  console.log(
    `${place.name}: rents of ${night.portfolios} portfolios in ${(night.ms / 1000).toFixed(1)} s by two processes` +
      `${night.isKilled ? ', one killed in the middle' : ''}, ${night.twice} twice; once more ` +
      `${(again.ms / 1000).toFixed(2)} s for ${again.answer.portfolios}`,
  );
}

export async function measureErasure({ place }: Opened, portfolios: Portfolio[]): Promise<void> {
  const took: number[] = [];
  for (const { id } of portfolios)
    await connected(place.adminUrl, async (sql) => {
      took.push((await timed(() => sql`select hausbuch.erase_portfolio_rows(${id})`)).ms);
    });
  console.log(
    `${place.name}: a portfolio of ${portfolios[0]?.units} units erased in ${median(took).toFixed(0)} ms`,
  );
}
