import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { addressOf } from '../../factories/session.ts';
import { password } from '../../setup/landlord.ts';
import type { Random } from '../random.ts';
import { bent, bentQuery, bentText, oddHeaders, oddParts } from './bend.ts';
import { type Ground, type Person, people } from './ground.ts';
import type { Asked } from './request.ts';

interface Endpoint {
  method: string;
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
  /** Asked with the key that may do everything. */
  isAdmin?: true;
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

function authEndpoints({ rows: { own } }: Ground): Endpoint[] {
  const email = addressOf(own.books.ownerId);
  const user = `/auth/v1/admin/users/${own.books.ownerId}`;
  const at = (method: string, path: string, further: Partial<Endpoint> = {}): Endpoint => ({
    method,
    path: `/auth/v1${path}`,
    ...further,
  });
  const newcomer = { email: `${randomUUID()}@example.com`, password, data: { display_name: 'Eva' } };
  const factor = `/factors/${randomUUID()}`;
  return [
    ...[
      at('GET', '/health'),
      at('GET', '/settings'),
      at('GET', '/.well-known/jwks.json'),
      at('GET', '/user'),
    ],
    at('POST', '/signup', {
      body: { ...newcomer, code_challenge: 'x'.repeat(43), code_challenge_method: 's256' },
    }),
    at('POST', '/signup', { body: { phone: '+4915112345678', password, channel: 'sms' } }),
    at('POST', '/token', { query: { grant_type: 'password' }, body: { email, password } }),
    at('POST', '/token', { query: { grant_type: 'refresh_token' }, body: { refresh_token: 'gone' } }),
    at('POST', '/token', {
      query: { grant_type: 'pkce' },
      body: { auth_code: randomUUID(), code_verifier: 'x'.repeat(43) },
    }),
    at('POST', '/token', {
      query: { grant_type: 'id_token' },
      body: { provider: 'google', id_token: 'a.b.c', nonce: 'x' },
    }),
    at('POST', '/recover', { query: { redirect_to: 'http://localhost:3000/x' }, body: { email } }),
    at('POST', '/otp', {
      body: { email, create_user: true, data: {}, gotrue_meta_security: { captcha_token: 'x' } },
    }),
    at('POST', '/magiclink', { body: { email } }),
    at('POST', '/resend', { body: { type: 'signup', email } }),
    at('GET', '/verify', {
      query: { type: 'signup', token: '0a1b2c', redirect_to: 'http://localhost:3000' },
    }),
    at('POST', '/verify', { body: { type: 'email', email, token: '123456', token_hash: '0a1b2c' } }),
    at('PUT', '/user', {
      body: { data: { language: 'de' }, password: `${password}x`, nonce: '123456', phone: '+4915112345678' },
    }),
    at('PUT', '/user', { body: { email: `${randomUUID()}@example.com` } }),
    at('GET', '/reauthenticate'),
    at('POST', '/logout', { query: { scope: 'others' } }),
    at('GET', '/authorize', {
      query: { provider: 'keycloak', redirect_to: 'http://localhost:3000', scopes: 'a b' },
    }),
    at('GET', '/callback', { query: { state: 'x', code: 'y' } }),
    at('GET', '/user/identities/authorize', { query: { provider: 'keycloak', skip_http_redirect: 'true' } }),
    at('DELETE', `/user/identities/${randomUUID()}`),
    at('POST', '/factors', { body: { friendly_name: 'phone', factor_type: 'totp', issuer: 'x' } }),
    ...[at('POST', `${factor}/challenge`, { body: { channel: 'sms' } }), at('DELETE', factor)],
    at('POST', `${factor}/verify`, { body: { challenge_id: randomUUID(), code: '123456' } }),
    at('POST', '/invite', { body: { email: `${randomUUID()}@example.com`, data: {} }, isAdmin: true }),
    at('GET', '/admin/users', { query: { page: '1', per_page: '2' }, isAdmin: true }),
    at('POST', '/admin/users', {
      body: { ...newcomer, email_confirm: true, ban_duration: '2h', app_metadata: {} },
      isAdmin: true,
    }),
    ...(['GET', 'DELETE'] as const).map((method): Endpoint => ({ method, path: user, isAdmin: true })),
    {
      method: 'PUT',
      path: user,
      body: { email, ban_duration: '1h', user_metadata: { a: 1 }, role: 'authenticated' },
      isAdmin: true,
    },
    { method: 'GET', path: `${user}/factors`, isAdmin: true },
    { method: 'DELETE', path: `${user}/factors/${randomUUID()}`, isAdmin: true },
    at('POST', '/admin/generate_link', {
      body: { type: 'recovery', email, redirect_to: 'http://localhost:3000', new_email: 'x@example.com' },
      isAdmin: true,
    }),
    at('GET', '/admin/audit', { query: { page: '1', per_page: '5', query: 'action:login' }, isAdmin: true }),
    ...[at('GET', '/.well-known/openid-configuration'), at('POST', '/sso', { body: { domain: 'x' } })],
    ...[at('GET', '/scim/v2/Users'), at('POST', '/passkeys/x', { body: {} }), at('GET', '/oauth/authorize')],
  ];
}

function storageEndpoints({ rows: { own } }: Ground): Endpoint[] {
  const at = (method: string, path: string, further: Partial<Endpoint> = {}): Endpoint => ({
    method,
    path: `/storage/v1${path}`,
    isAdmin: true,
    ...further,
  });
  const key = `${own.books.id}/${randomUUID()}/${randomUUID()}.pdf`;
  const metadata = `bucketName ${base64('documents')},objectName ${base64(key)},contentType ${base64('application/pdf')}`;
  const tus = { 'tus-resumable': '1.0.0', 'upload-length': '9', 'upload-metadata': metadata };
  const upload = `/upload/resumable/${base64(`documents/${key}/${randomUUID()}`)}`;
  return [
    ...[
      at('GET', '/status'),
      at('GET', '/bucket'),
      at('GET', '/bucket/documents'),
      at('DELETE', '/bucket/none'),
    ],
    at('POST', '/bucket', {
      body: {
        name: randomUUID(),
        id: randomUUID(),
        public: false,
        file_size_limit: '1MB',
        allowed_mime_types: ['image/*'],
      },
    }),
    at('PUT', '/bucket/documents', {
      body: { public: false, file_size_limit: 52_428_800, allowed_mime_types: null },
    }),
    at('POST', '/bucket/none/empty', { body: {} }),
    at('POST', `/object/documents/${key}`, {
      body: 'bytes',
      headers: { 'content-type': 'application/pdf', 'x-upsert': 'true' },
    }),
    at('POST', `/object/upload/sign/documents/${key}`, { body: {} }),
    at('PUT', `/object/upload/sign/documents/${key}`, { query: { token: 'a.b.c' }, body: 'bytes' }),
    at('POST', `/object/sign/documents/${key}`, { body: { expiresIn: 60, transform: {} } }),
    at('POST', '/object/sign/documents', { body: { expiresIn: 60, paths: [key] } }),
    at('GET', `/object/sign/documents/${key}`, { query: { token: 'a.b.c', download: 'x.pdf' } }),
    at('POST', '/object/list/documents', {
      body: {
        prefix: own.books.id,
        limit: 10,
        offset: 0,
        sortBy: { column: 'name', order: 'asc' },
        search: 'a',
      },
    }),
    at('POST', '/object/list-v2/documents', {
      body: { prefix: '', limit: 10, cursor: 'x', with_delimiter: true },
    }),
    at('POST', '/object/move', {
      body: {
        bucketId: 'documents',
        sourceKey: key,
        destinationKey: `${key}2`,
        destinationBucket: 'documents',
      },
    }),
    at('POST', '/object/copy', {
      body: { bucketId: 'documents', sourceKey: key, destinationKey: `${key}2`, copyMetadata: true },
    }),
    at('DELETE', '/object/documents', { body: { prefixes: [key] } }),
    ...['info/', 'info/public/', 'public/', 'authenticated/', ''].map((kind) =>
      at('GET', `/object/${kind}documents/${key}`),
    ),
    at('DELETE', `/object/documents/${key}`),
    at('POST', '/upload/resumable', { headers: tus, body: '' }),
    at('POST', '/upload/resumable/sign', { headers: { ...tus, 'x-signature': 'a.b.c' }, body: '' }),
    at('HEAD', upload, { headers: tus }),
    at('PATCH', upload, {
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: 'ninebytes',
    }),
    at('DELETE', upload, { headers: tus }),
    at('GET', '/render/image/public/documents/x.png', { query: { width: '10' } }),
    {
      method: 'POST',
      path: '/mailbox/v1/messages',
      isAdmin: true,
      body: { to: 'a@example.com', subject: 'x', text: 'y', html: '<p>y</p>' },
    },
  ];
}

function mailboxEndpoints({ mailbox }: Ground): Endpoint[] {
  const token = mailbox.searchParams.get('token') ?? '';
  return [
    { method: 'GET', path: '/', query: { token } },
    { method: 'GET', path: '/messages/1', query: { token } },
    { method: 'GET', path: '/messages.json', query: { token, to: 'a@example.com' } },
  ];
}

const oddTusHeaders: readonly [string, string][] = [
  ...(['-1', '1.5', '9007199254740993', '1e309', 'x', ''] as const).flatMap((value): [string, string][] => [
    ['upload-length', value],
    ['upload-offset', value],
  ]),
  ['upload-metadata', 'bucketName'],
  ['upload-metadata', `bucketName ${base64('documents')},objectName ${base64('../../x')}`],
  [
    'upload-metadata',
    `bucketName ${base64('documents')},objectName ${base64('\u0000')},metadata ${base64('{')}`,
  ],
  ['upload-metadata', 'bucketName %%%,objectName ___'],
  ['upload-defer-length', '2'],
  ['tus-resumable', '9.9'],
  ['upload-concat', 'final;x'],
];

/** A request to one of the servers beside the app, most of them odd somewhere. */
export function serverCall(ground: Ground, random: Random): { asked: Asked; mayTell: boolean } {
  const kind = random.pick(['auth', 'auth', 'auth', 'storage', 'storage', 'mailbox'] as const);
  const endpoints = { auth: authEndpoints, storage: storageEndpoints, mailbox: mailboxEndpoints }[kind](
    ground,
  );
  const endpoint = random.pick(endpoints);
  const person: Person = random.pick(people);
  const asAdmin = endpoint.isAdmin === true && random.next() < 0.8;
  const token = asAdmin ? ground.keys.secretKey : ground.sessions[person].token;
  const headers: Record<string, string> = {
    ...(kind === 'mailbox' ? {} : { apikey: asAdmin ? ground.keys.secretKey : ground.keys.publishableKey }),
    ...(kind === 'mailbox' || token === '' ? {} : { authorization: `Bearer ${token}` }),
    ...(endpoint.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...endpoint.headers,
  };
  const way = random.next();
  const segments = endpoint.path.split('/');
  if (way < 0.15) segments[random.whole(3, Math.max(3, segments.length - 1))] = random.pick(oddParts);
  if (way > 0.9) {
    const [name, value] = random.pick(endpoint.headers?.['tus-resumable'] ? oddTusHeaders : oddHeaders);
    headers[name] = value;
  }
  const query = endpoint.query ?? {};
  const question = way < 0.4 && way > 0.15 ? bentQuery(random, query) : new URLSearchParams(query).toString();
  const { body } = endpoint;
  const isText = typeof body === 'string';
  const text = isText ? body : JSON.stringify(way < 0.75 && way > 0.3 ? bent(random, body) : body);
  return {
    // What answers the key, or shows all mails, tells of everybody.
    mayTell: asAdmin || kind === 'mailbox',
    asked: {
      what: `${kind} ${endpoint.method} ${endpoint.path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…').slice(0, 60)}`,
      person,
      origin: kind === 'mailbox' ? ground.mailbox.origin : ground.keys.url,
      method: random.next() < 0.03 ? random.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) : endpoint.method,
      path: `${segments.join('/')}${question === '' ? '' : `?${question}`}`,
      headers,
      ...(body === undefined
        ? {}
        : { body: way > 0.8 && way < 0.9 ? bentText(random, text ?? '') : (text ?? '') }),
    },
  };
}
