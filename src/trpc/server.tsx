import 'server-only';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { type DehydratedState, dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { createHydrationHelpers } from '@trpc/react-query/rsc';
import { cookies, headers } from 'next/headers';
import { cache, type ReactNode, Suspense } from 'react';
import { getAccessToken } from '@/auth/server/session';
import { liveFeed } from '@/db/live-feed';
import {
  languageCookieName,
  portfolioCookieName,
  requestAddress,
  requestLanguage,
} from '@/lib/server/request';
import { createContext } from './context';
import { createQueryClient, isWorthSending } from './query-client';
import { type AppRouter, createCaller } from './root';
import { transformer } from './transformer';

/** One context per page request, so that all its sections verify the token once. */
const getRequest = cache(async () => {
  // Before anything is read: what changes from now on, the page asks for when it begins to listen.
  const livePosition = liveFeed().position();
  const [cookieStore, headerList, accessToken] = await Promise.all([cookies(), headers(), getAccessToken()]);
  const context = createContext({
    accessToken,
    address: requestAddress(headerList),
    language: requestLanguage(cookieStore.get(languageCookieName)?.value, headerList.get('accept-language')),
    portfolioId: cookieStore.get(portfolioCookieName)?.value ?? null,
  });
  return { context, livePosition };
});

/** How far this process had heard when the first of the page's data were asked for. */
export const getLivePosition = async () => (await getRequest()).livePosition;

const getQueryClient = cache(() => createQueryClient(transformer.serialize));

/**
 * The router for server components, in process. `void trpc.x.y.prefetch(input)` starts a query whose pending
 * promise streams to the browser inside `HydrateClient`; `await trpc.x.y(input)` answers here and fills no cache.
 */
export const { trpc } = createHydrationHelpers<AppRouter>(
  createCaller(async () => (await getRequest()).context),
  getQueryClient,
);

const getSentQueries = cache(() => new Map<string, DehydratedState['queries'][number]>());

/**
 * Hands the queries begun so far to the client components in it. Several sections of a page need some of the same:
 * each gets them all, as the same objects, so that React sends an answer once and refers to it from then on.
 */
export function HydrateClient({ children }: { children: ReactNode }) {
  const sent = getSentQueries();
  const { queries } = dehydrate(getQueryClient(), {
    shouldDehydrateQuery: (query) => !sent.has(query.queryHash) && isWorthSending(query),
  });
  for (const query of queries) sent.set(query.queryHash, query);
  return (
    <HydrationBoundary state={{ mutations: [], queries: [...sent.values()] }}>{children}</HydrationBoundary>
  );
}

/** Shorter than this a skeleton is a flash, not a comfort. */
const MOMENT_MS = 150;

const BEHIND_MS = 10;

const getMarks = cache(() => ({ count: 0 }));

/** A section of a page, and what stands in its place while its answers are on their way, which the page waits a moment for. */
export function Arriving({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) {
  return (
    <>
      <Suspense fallback={fallback}>{children}</Suspense>
      <Arrival />
    </>
  );
}

/**
 * Behind sections of a page that have their own boundaries. The page waits a moment for their answers: most take some
 * milliseconds, and what comes with the page is painted with it, while React keeps what comes later for 300 ms (it shows
 * several parts at once). What is waited for are queries begun by `prefetch`: a section that awaits a caller,
 * `await trpc.x.y(input)`, streams as without it.
 *
 * React sends a large section behind the page all the same, with a line of script that puts it in its place. A browser that
 * paints before that line shows what stands in, and the section 300 ms later, which moves what is below. So where the answers
 * are there the first paint waits for a mark behind it (`rel="expect"`, which other browsers than Chromium pass over).
 */
export function Arrival() {
  const marks = getMarks();
  marks.count += 1;
  const mark = `arrived-${marks.count}`;
  const arrival = waitAMoment();
  return (
    <>
      <Moment arrival={arrival} mark={mark} />
      <Suspense fallback={null}>
        <Mark arrival={arrival} mark={mark} />
      </Suspense>
    </>
  );
}

type Marked = { arrival: Promise<boolean>; mark: string };

/** Whether all answers have come by then. */
async function waitAMoment(): Promise<boolean> {
  // The sections of the page begin to read first.
  await setImmediate();
  const answers = getQueryClient()
    .getQueryCache()
    .getAll()
    .flatMap(({ promise }) => promise ?? []);
  return Promise.race([Promise.allSettled(answers).then(() => true), sleep(MOMENT_MS).then(() => false)]);
}

/** Nothing to be seen; outside the boundary, so that what is around it waits. */
async function Moment({ arrival, mark }: Marked) {
  const isThere = await arrival;
  await setImmediate();
  return isThere ? <link rel="expect" href={`#${mark}`} blocking="render" /> : null;
}

/** Nothing to be seen either; a little after the page, so that it is sent behind what the page sends. */
async function Mark({ arrival, mark }: Marked) {
  await arrival;
  await sleep(BEHIND_MS);
  return <span hidden id={mark} />;
}
