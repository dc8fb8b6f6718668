import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { createServerClient } from '@supabase/ssr';
import { createTRPCClient, httpLink } from '@trpc/client';
import superjson from 'superjson';
import { z } from 'zod';
import type { AppRouter } from '@/trpc/root';
import type { Language } from '../../src/lib/languages.ts';
import { makePdf } from '../factories/pdf.ts';
import { readElsewhere } from './elsewhere.ts';
import { openMailbox } from './mailbox.ts';
import type { PlaceIds } from './page-list.ts';
import { environmentFor } from './running-product.ts';

/** Where an installation answers, and where it keeps its data. */
export interface Installation {
  url: string;
  mailboxUrl: string;
  dataDir: string;
  /** Of its sign-in server, where its data folder cannot be read from here. */
  keys?: { url: string; publishableKey: string };
}

export type Landlord = Awaited<ReturnType<typeof signUp>>;

/** The cookies of a session, as a browser sends them. */
export const cookieOf = ({ cookies }: Pick<Landlord, 'cookies'>): string =>
  cookies()
    .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
    .join('; ');

export const password = 'Lindenallee12';

let serial = 0;
/** An address nobody else in this run has: mails to one address are limited. */
export function newAddress(): string {
  serial += 1;
  return `landlord-${process.pid}-${serial}-${randomUUID().slice(0, 8)}@example.com`;
}

const keys = z.object({ url: z.url(), publishableKey: z.string(), secretKey: z.string().default('') });
const root = path.resolve(import.meta.dirname, '../..');

type Keys = z.infer<typeof keys>;
/** Of each data folder: every landlord is signed up with them, and to ask for them is a process of its own. */
const asked = new Map<string, Promise<Keys>>();

async function askForKeys(dataDir: string): Promise<Keys> {
  const program = path.join(root, 'scripts', 'supabase.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'keys'], {
    env: environmentFor(dataDir, 0),
  });
  return keys.parse(JSON.parse(stdout));
}

/** What `npm run -s supabase -- keys` prints for an installation, or what was said of one elsewhere. */
export async function keysOf(dataDir: string): Promise<Keys> {
  const given = readElsewhere()?.keys;
  if (given) return keys.parse(given);
  const known = asked.get(dataDir) ?? askForKeys(dataDir);
  asked.set(dataDir, known);
  try {
    return await known;
  } catch (error) {
    asked.delete(dataDir);
    throw error;
  }
}

/** A client of the procedures, as another program than the browser would be one. */
function callerFor(url: string, token: () => Promise<string>, portfolioId: string) {
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${url}/api/trpc`,
        transformer: superjson,
        headers: async () => ({
          authorization: `Bearer ${await token()}`,
          cookie: `hausbuch_portfolio=${portfolioId}`,
        }),
      }),
    ],
  });
}

/**
 * A landlord who signed up and confirmed the address, by the same calls the pages make, with a portfolio in
 * Berlin. `cookies` carry the session into a browser; `api` calls procedures.
 */
export async function signUp(installation: Installation, language: Language = 'en') {
  const { url: supabaseUrl, publishableKey } = installation.keys ?? (await keysOf(installation.dataDir));
  const jar = new Map<string, string>();
  const supabase = createServerClient(supabaseUrl, publishableKey, {
    cookieOptions: { name: 'hausbuch-auth' },
    cookies: {
      getAll: () => [...jar].map(([name, value]) => ({ name, value })),
      setAll: (changes) => {
        for (const { name, value } of changes) jar.set(name, value);
      },
    },
  });
  const email = newAddress();
  const name = language === 'de' ? 'Petra Vogel' : 'Grace Miller';
  const refused = (step: string, error: { message: string } | null) => {
    if (error) throw new Error(`${step}: ${error.message}`);
  };
  const { error } = await supabase.auth.signUp({
    email,
    password,
    options: { data: { display_name: name, language } },
  });
  refused('sign-up', error);
  const { code } = await openMailbox(installation.mailboxUrl).next(email);
  const confirmed = await supabase.auth.verifyOtp({ email, token: code ?? '', type: 'email' });
  refused('confirmation', confirmed.error);

  const portfolioId = randomUUID();
  const token = async () => (await supabase.auth.getSession()).data.session?.access_token ?? '';
  const api = callerFor(installation.url, token, portfolioId);
  await api.portfolio.create.mutate({
    id: portfolioId,
    name: language === 'de' ? 'Meine Vermietung' : 'My rentals',
    jurisdiction: 'DE',
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
    landlordName: name,
  });
  /** The session, working in one of the portfolios; at another address, by another process of the installation. */
  const workIn = (id: string, at = installation.url) => ({
    api: callerFor(at, token, id),
    portfolioId: id,
    cookies: () =>
      [...jar, ['hausbuch_portfolio', id] as const, ['i18n_redirected', language] as const]
        .filter(([, value]) => value !== '')
        .map(([cookie, value]) => ({ name: cookie, value, url: at })),
  });
  return { email, name, workIn, ...workIn(portfolioId) };
}

type Country = { jurisdiction: 'DE' | 'US'; currency: 'EUR' | 'USD'; timeZone: string };
const germany: Country = { jurisdiction: 'DE', currency: 'EUR', timeZone: 'Europe/Berlin' };

/**
 * Makes the demo beside the landlord's own portfolio, and works in it.
 * @param more.withPapers drawn, read and pictured by processes that compute for half a minute beside the browsers
 */
export async function openDemo(
  { api, workIn }: Landlord,
  language: Language,
  { place = germany, withPapers = false }: { place?: Country; withPapers?: boolean } = {},
) {
  const id = randomUUID();
  await api.demo.create.mutate({ id, ...place, language });
  const demo = workIn(id);
  if (withPapers) await demo.api.demo.addDocuments.mutate({ id, language });
  return demo;
}

type Caller = Landlord['api'];

/** Somebody who signed up, is invited into a portfolio by an owner of it and accepts: at work there. */
export async function joinAs(
  role: 'manager' | 'viewer',
  { api, portfolioId }: Pick<Landlord, 'api' | 'portfolioId'>,
  guest: Landlord,
  installation: Installation,
) {
  const mailbox = openMailbox(installation.mailboxUrl);
  const [before] = await mailbox.list(guest.email);
  const invited = { id: randomUUID(), email: guest.email, role, language: 'en' } as const;
  const { link } = await api.member.invite.mutate(invited);
  const url =
    link ?? (await mailbox.next(guest.email, before)).links.find((one) => one.includes('/invitation?'));
  await guest.api.member.accept.mutate({ token: new URL(url ?? '').searchParams.get('token') ?? '' });
  return guest.workIn(portfolioId);
}

/** A flat that needs no choosing of units. */
export async function createFlat(api: Caller, name = 'Lindenstraße 5') {
  const ids = { id: randomUUID(), unitId: randomUUID() };
  await api.property.create.mutate({
    ...ids,
    name,
    kind: 'apartment',
    street: 'Lindenstraße',
    houseNumber: '5',
    postalCode: '10969',
    city: 'Berlin',
    state: 'DE-BE',
    country: 'DE',
  });
  return ids;
}

/** An account of the landlord's at a bank, which rent goes to. */
export async function createBankAccount(api: Caller, iban: string, holder = 'Eva Ohne') {
  const id = randomUUID();
  await api.bankAccount.create.mutate({ id, holder, iban, purpose: 'rent' });
  return id;
}

export async function createTenant(api: Caller, lastName = 'Schmidt') {
  const id = randomUUID();
  await api.tenant.create.mutate({
    id,
    kind: 'person',
    firstName: 'Anna',
    lastName,
    letterLanguage: 'de',
  });
  return id;
}

/** An open-ended lease of one flat with a net rent only. */
export async function createLease(
  api: Caller,
  lease: {
    unitId: string;
    tenantId: string;
    startsOn: string;
    /** First day of a month; default the month of the start. */
    bookedFrom?: string;
    netCents: number;
  },
) {
  const id = randomUUID();
  await api.lease.create.mutate({
    id,
    unitIds: [lease.unitId],
    tenantIds: [lease.tenantId],
    startsOn: lease.startsOn,
    bookedFrom: lease.bookedFrom ?? `${lease.startsOn.slice(0, 7)}-01`,
    prorationMethod: 'calendar_days',
    dueRule: 'third_working_day',
    rentLines: [{ component: 'net', amountCents: lease.netCents, settlement: 'none', vatRateBp: 0 }],
  });
  return id;
}

/** A lease of one flat that pays 100.00 a month in advance for its costs, due on the first. */
export async function letWithAdvance(
  api: Caller,
  lease: { unitId: string; tenantId: string; startsOn: string; endsOn?: string | null; netCents?: number },
) {
  const id = randomUUID();
  const { endsOn = null } = lease;
  await api.lease.create.mutate({
    id,
    unitIds: [lease.unitId],
    tenantIds: [lease.tenantId],
    startsOn: lease.startsOn,
    bookedFrom: lease.startsOn,
    ...(endsOn !== null && { endsOn, isFixedTerm: true }),
    prorationMethod: 'calendar_days',
    dueRule: 'first',
    rentLines: [
      { component: 'net', amountCents: lease.netCents ?? 70_000, settlement: 'none' },
      { component: 'operating_costs', amountCents: 10_000, settlement: 'advance' },
    ],
  });
  return id;
}

/** Property tax that was paid for a place. */
export async function bookTax(
  api: Caller,
  cost: { propertyId: string; unitId: string; bookedOn: string; amountCents: number; title?: string },
) {
  const categories = await api.category.list.query({});
  await api.transaction.record.mutate({
    id: randomUUID(),
    direction: 'expense',
    categoryId: categories.find((row) => row.code === 'property_tax')?.id ?? '',
    title: 'Bescheid',
    recoverableKey: 'area',
    ...cost,
  });
}

/** The plant that the properties of a portfolio come to first. */
export async function findPlant(api: Caller) {
  for (const { id: propertyId } of (await api.property.list.query({})).rows) {
    const [plant] = (await api.heating.list.query({ propertyId })).plants;
    if (plant) return { propertyId, plantId: plant.id };
  }
  return null;
}

/** The owners' association that the properties of a portfolio come to first. */
export async function findAssociation(api: Caller) {
  for (const { id: propertyId } of (await api.property.list.query({})).rows) {
    const [found] = (await api.association.list.query({ propertyId })).associations;
    if (found) return { propertyId, associationId: found.id };
  }
  return null;
}

/** The record of handing over that the tenants of a portfolio come to first. */
export async function findHandover(api: Caller) {
  for (const { id: tenantId } of (await api.tenant.list.query({})).rows) {
    const [found] = await api.handover.list.query({ tenantId });
    if (found) return { tenantId, leaseId: found.leaseId, handoverId: found.id };
  }
  return null;
}

/** Where the pages of a portfolio lie: of a house, by default its first, and of the tenant who owes the most. */
export async function findPlaces(
  api: Caller,
  choose: (names: readonly string[]) => string | undefined = ([first]) => first,
): Promise<PlaceIds> {
  const houses = (await api.property.list.query({})).rows;
  const name = choose(houses.map((house) => house.name));
  const house = houses.find((one) => one.name === name);
  const [tenant] = (await api.tenant.list.query({ sort: 'arrears', descending: true })).rows;
  if (!house || !tenant) throw new Error('The portfolio lacks that house, or has no tenants.');
  return {
    propertyId: house.id,
    tenantId: tenant.id,
    handover: await findHandover(api),
    plant: await findPlant(api),
    association: await findAssociation(api),
  };
}

type Announced = Parameters<Caller['document']['requestUpload']['mutate']>[0];

/** Brings a paper of a few lines, as a page does. */
export async function uploadPaper(
  api: Caller,
  { lines, ...paper }: Pick<Announced, 'title' | 'fileName' | 'links' | 'category'> & { lines: string[] },
) {
  const ids = { documentId: randomUUID(), versionId: randomUUID() };
  const bytes = makePdf(lines);
  const announced = { ...paper, ...ids, sizeBytes: bytes.length };
  const { url, mediaType } = await api.document.requestUpload.mutate(announced);
  const headers = { 'content-type': mediaType };
  const { status } = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) });
  if (status !== 200) throw new Error(`The upload of ${paper.fileName} was answered with ${status}.`);
  await api.document.confirmUpload.mutate({ versionId: ids.versionId });
  return { ...ids, url, bytes };
}
