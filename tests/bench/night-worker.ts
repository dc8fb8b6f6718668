import '../../scripts/src-imports.ts';

// Once imports are understood as the bundler does.
const { openDatabase } = await import('@/db/client');
const { listPortfoliosWithRentToPost } = await import('@/db/due-work');
const { forEachPortfolio } = await import('@/jobs/each-portfolio');
const { postRentOfPortfolio } = await import('@/jobs/due-rent');

const { db } = openDatabase(process.env.BENCH_DATABASE_URL ?? '');
const now = new Date();
const ids = await listPortfoliosWithRentToPost(db, now);
const inTurn = process.argv[2] === 'last' ? ids.toReversed() : ids;
const { failed } = await forEachPortfolio(inTurn, 'rent_posting_failed', async (id) => {
  await postRentOfPortfolio(db, id, now);
  return true;
});
process.exit(failed === 0 ? 0 : 1);
