import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../../scripts/surroundings.ts';
import { today } from '../../factories/records.ts';
import { pageList } from '../../setup/page-list.ts';
import type { Random } from '../random.ts';
import { bentQuery, bentText, oddHeaders, oddParts } from './bend.ts';
import { type Ground, jobsSecret, type Person, people } from './ground.ts';
import type { Asked } from './request.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

interface Route {
  method: string;
  path: string;
  query: Record<string, string>;
  headers?: Record<string, string>;
}

/** Every route under `/api` beside the procedures, by the folder its `route.ts` lies in, as it should be asked. */
const apiRoutes: Record<string, (ground: Ground) => Route> = {
  '[...path]': () => ({ method: 'GET', path: '/api/no/such/route', query: {} }),
  'account/cost-statement': ({ rows: { own } }) => ({
    method: 'GET',
    path: '/api/account/cost-statement',
    query: { propertyId: own.ids.property, from: '2024-01-01', to: '2024-12-31', leaseId: own.ids.lease },
  }),
  'account/index-letter': ({ rows: { own } }) => ({
    method: 'GET',
    path: '/api/account/index-letter',
    query: {
      leaseId: own.ids.lease,
      indexMonth: '2023-12-01',
      indexMilli: '117400',
      receivedOn: today(),
      language: 'de',
    },
  }),
  'account/reminder': ({ rows: { own } }) => ({
    method: 'GET',
    path: '/api/account/reminder',
    query: { leaseId: own.ids.lease, step: 'first', beside: 'own' },
  }),
  'account/statement': ({ rows: { own } }) => ({
    method: 'GET',
    path: '/api/account/statement',
    query: { leaseId: own.ids.lease, from: '2024-01-01', asOf: today(), format: 'csv', language: 'de' },
  }),
  'documents/zip': ({ rows: { own } }) => ({
    method: 'GET',
    path: '/api/documents/zip',
    query: { ids: own.ids.document },
  }),
  export: () => ({ method: 'GET', path: '/api/export', query: {} }),
  'export/tenant': ({ rows: { own } }) => ({
    method: 'GET',
    path: '/api/export/tenant',
    query: { id: own.ids.tenant },
  }),
  handover: ({ rows: { own } }) => ({
    method: 'GET',
    path: '/api/handover',
    query: { id: own.ids.handover, language: 'en' },
  }),
  health: () => ({ method: 'GET', path: '/api/health', query: { live: '' } }),
  'icons/[file]': () => ({ method: 'GET', path: '/api/icons/lucide.json', query: { icons: 'house,key' } }),
  'jobs/run': () => ({
    method: 'POST',
    path: '/api/jobs/run',
    query: {},
    headers: { authorization: `Bearer ${jobsSecret}` },
  }),
  letters: ({ rows: { own } }) => ({ method: 'GET', path: '/api/letters', query: { id: own.ids.letter } }),
  receipts: ({ rows: { own } }) => ({
    method: 'GET',
    path: '/api/receipts',
    query: { room: own.ids.room, paper: own.ids.document },
  }),
  'session/refresh': () => ({ method: 'POST', path: '/api/session/refresh', query: {} }),
  'session/sign-in': () => ({ method: 'POST', path: '/api/session/sign-in', query: {} }),
};

const apiFolder = path.join(root, 'src', 'app', 'api');
for (const found of fs.globSync('**/route.ts', { cwd: apiFolder })) {
  const name = path.dirname(found);
  if (!name.startsWith('trpc') && !apiRoutes[name])
    throw new Error(`The fuzzer does not know /api/${name}: add it to ${import.meta.filename}.`);
}

/** What else answers without being a page. */
const files = [
  ...[
    '/.well-known/security.txt',
    '/.well-known/security-policy',
    '/builds/latest.json',
    '/builds/meta/x.json',
  ],
  ...[
    '/_i18n/de/messages.json',
    '/offline-worker.js',
    '/robots.txt',
    '/sitemap.xml',
    '/manifest.webmanifest',
  ],
  ...[
    '/_next/static/chunks/x.js',
    '/_next/image?url=%2Ficon.svg&w=64&q=75',
    '/_next/data/x/en.json',
    '/favicon.ico',
  ],
];

function headersOf({ sessions, stage }: Ground, person: Person): Record<string, string> {
  const { cookie } = sessions[person];
  return { origin: stage.url, ...(cookie === '' ? {} : { cookie }) };
}

const asker = (random: Random): Person => (random.next() < 0.6 ? 'owner' : random.pick(people));

/** A route of the API, rightly asked now and then. */
export function apiCall(ground: Ground, random: Random): Asked {
  const name = random.pick(Object.keys(apiRoutes));
  const route = apiRoutes[name]?.(ground);
  if (!route) throw new Error(`No route ${name}.`);
  const person = asker(random);
  const headers: Record<string, string> = { ...headersOf(ground, person), ...route.headers };
  const asked = { what: `/api/${name}`, person, origin: ground.stage.url, headers };
  const way = random.next();
  if (way < 0.1) {
    const question = new URLSearchParams(route.query).toString();
    return { ...asked, method: route.method, path: `${route.path}?${question}` };
  }
  if (way < 0.3) {
    const [header, value] = random.pick(oddHeaders);
    headers[header] = value;
  }
  const method = way < 0.45 ? random.pick(methods) : route.method;
  const segments = route.path.split('/');
  if (way > 0.9) segments[random.whole(2, segments.length - 1)] = random.pick(oddParts);
  const at = `${segments.join('/')}?${bentQuery(random, route.query)}`;
  if (method === 'GET' || method === 'HEAD') return { ...asked, method, path: at };
  return { ...asked, method, path: at, body: bentText(random, '{"a":1}') };
}

/** What the pages read from their address. */
const pageQuery = {
  ...{ q: 'haus', kind: 'apartment', year: '2025', from: '2025-01-01', to: '2025-12-31', range: 'year' },
  ...{
    period: 'month',
    place: 'all',
    sort: 'name',
    only: 'vacant',
    archive: 'all',
    month: '2025-03',
    show: 'rent',
  },
  ...{
    next: '/dashboard',
    problem: 'flow_state_not_found',
    token: 'gone',
    token_hash: '0a1b2c',
    type: 'signup',
  },
  ...{ code: 'x', error_code: 'otp_expired', new: '1', way: 'mail', _rsc: 'abc', portfolio: 'x' },
};

const routerHeaders: readonly Record<string, string>[] = [
  { rsc: '1' },
  { rsc: '1', 'next-router-state-tree': '%5B' },
  { rsc: '1', 'next-router-state-tree': encodeURIComponent('["",{"children":["x",{}]},null,null,true]') },
  { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
  { rsc: '1', 'next-router-segment-prefetch': '/../../x' },
  { 'next-action': 'x' },
  { 'next-action': '7f'.repeat(21), 'content-type': 'text/plain;charset=UTF-8' },
  { 'next-action': '7f'.repeat(21), 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'next-url': '%ff' },
  { 'x-nextjs-data': '1' },
];
const forms = [
  '',
  '["$F1"]',
  '--x\r\ncontent-disposition: form-data; name="$ACTION_ID_x"\r\n\r\n\r\n--x--\r\n',
  '--x\r\ncontent-disposition: form-data; name="$ACTION_REF_1"\r\n\r\n\r\n--x\r\ncontent-disposition: form-data; name="$ACTION_1:0"\r\n\r\n{"id":"x","bound":"$@1"}\r\n--x--\r\n',
  '--x\r\ncontent-disposition: form-data; name="0"\r\n\r\n["$K1","$Q1","$@9","$B1"]\r\n--x--',
  'email=a&password=%ff',
  '\u0000',
];

/** A page, with an address that nobody has been given. */
export function pageCall(ground: Ground, random: Random): Asked {
  const { own } = ground.rows;
  const person = asker(random);
  const headers: Record<string, string> = headersOf(ground, person);
  const { property: propertyId, tenant: tenantId, lease: leaseId, handover: handoverId } = own.ids;
  const plant = { propertyId, plantId: own.ids.plant };
  const association = { propertyId, associationId: own.ids.association };
  const ids = { propertyId, tenantId, handover: { tenantId, leaseId, handoverId }, plant, association };
  const isFile = random.next() < 0.1;
  const place = random.pick(pageList);
  const plain = isFile ? random.pick(files) : `${random.pick(['', '/de', '/en', '/fr'])}${place.path(ids)}`;
  const [before = '', given = ''] = plain.split('?');
  const segments = before.split('/');
  const query = { ...Object.fromEntries(new URLSearchParams(given)) };
  for (const [name, value] of Object.entries(pageQuery)) if (random.next() < 0.15) query[name] = value;
  const way = random.next();
  let method = 'GET';
  let body: string | Buffer | undefined;
  if (way < 0.3) segments[random.whole(1, Math.max(1, segments.length - 1))] = random.pick(oddParts);
  else if (way < 0.4) segments.splice(random.whole(1, segments.length), 0, random.pick(oddParts));
  else if (way < 0.55) {
    const [header, value] = random.pick(oddHeaders);
    headers[header] = value;
  } else if (way < 0.75) {
    Object.assign(headers, random.pick(routerHeaders));
    method = random.next() < 0.5 ? 'POST' : 'GET';
  } else if (way < 0.8) method = random.pick(methods);
  if (method !== 'GET' && method !== 'HEAD') body = random.pick(forms);
  const question = bentQuery(random, query);
  return {
    what: isFile ? before : `page ${place.name}`,
    person,
    origin: ground.stage.url,
    method,
    path: `${segments.join('/') || '/'}${question === '' ? '' : `?${question}`}`,
    headers,
    ...(body === undefined ? {} : { body }),
  };
}
