import { variantsOf } from '../../factories/odd-inputs.ts';
import type { Random } from '../random.ts';

/** Parts of an address that no link of ours has. */
export const oddParts = [
  '%',
  '%ff',
  '%E0%A4%A',
  '%00',
  '%ED%A0%80',
  '%2e%2e',
  '..',
  '..%2f..%2fetc%2fpasswd',
  '%2F',
  '%5c',
  '%0d%0aset-cookie:a=b',
  '[id]',
  '[[...x]]',
  '(app)',
  '@modal',
  '_next',
  'undefined',
  'null',
  '__proto__',
  'constructor',
  '-1',
  '0',
  '1e309',
  '\u{1F3E0}',
  '%F0%9F%8F%A0',
  "'%22%3E%3Cscript%3E",
  'a'.repeat(3_000),
  '',
];

const oddValues = [
  ...[
    '',
    ' ',
    '%00',
    '%ff',
    '%ED%A0%80',
    '%E2%80%AE',
    "'; --",
    '%25',
    '../..',
    '//example.com',
    '/%09/example.com',
  ],
  ...['javascript:alert(1)', '0', '-1', '1.5', '1e309', 'NaN', 'null', '[]', '{}', 'true', 'x'.repeat(4_000)],
  ...[
    '0001-01-01',
    '9999-12-31',
    '2023-02-29',
    '2023-13',
    '10000-01',
    '%5B%22a%22%5D',
    '__proto__',
    'hasOwnProperty',
  ],
];

export const oddHeaders: readonly [string, string][] = [
  ['accept-language', '*;q=x,,-,a-b-c-d-e-f'],
  ['accept-language', 'x'.repeat(2_000)],
  ['accept', 'text/x-component'],
  ['accept', ','],
  ['accept-encoding', 'br;q=nan, *;q=0'],
  ['if-none-match', '*'],
  ['if-modified-since', 'yesterday'],
  ['range', 'bytes=5-1'],
  ['range', 'bytes=-'],
  ['x-forwarded-for', '%00,::ffff:999.1.1.1'],
  ['x-forwarded-host', 'evil.example'],
  ['x-forwarded-proto', 'gopher'],
  ['forwarded', 'for="_x;'],
  ['origin', 'null'],
  ['referer', 'http://['],
  ['cookie', 'hausbuch-auth=base64-%%%; hausbuch_portfolio=%ff; i18n_redirected=xx'],
  ['cookie', 'hausbuch-auth=base64-e30; hausbuch-auth.0=a; hausbuch-auth.1=b'],
  ['cookie', `hausbuch-auth=base64-${Buffer.from('{"access_token":5,"user":null}').toString('base64url')}`],
  ['x-hausbuch-portfolio', "' or 1=1"],
  ['x-hausbuch-tab', '\u00ff'],
  ['user-agent', 'facebookexternalhit/1.1'],
  ['user-agent', ''],
  ['x-http-method-override', 'DELETE'],
  ['x-middleware-subrequest', 'src/proxy:src/proxy:src/proxy:src/proxy:src/proxy'],
  ['trpc-accept', 'application/jsonl'],
  ['x-trpc-source', '__proto__'],
  ['content-encoding', 'gzip'],
  ['traceparent', '00-x-x-x'],
  ['expect', '200-ok'],
];

/** One of the values with which a part of this is replaced, at whatever depth. */
export function bent(random: Random, value: unknown): unknown {
  const variants = [...variantsOf(value)];
  const once = random.pick(variants);
  if (random.next() < 0.7 || typeof once !== 'object' || once === null) return once;
  return random.pick([...variantsOf(once)]);
}

/** A question with one of its values odd, left out, given twice, or with something beside it. */
export function bentQuery(random: Random, query: Record<string, string>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const at = random.whole(0, Math.max(0, pairs.length - 1));
  const name = pairs[at]?.split('=')[0] ?? 'q';
  const way = random.whole(0, 5);
  if (way === 0) pairs.splice(at, 1);
  else if (way === 1) pairs.push(`${name}=${random.pick(oddValues)}`);
  else if (way === 2) pairs.push(`${name}[]=${random.pick(oddValues)}`, `${name}[a]=1`);
  else if (way === 3) pairs.push(`${random.pick(oddParts)}=${random.pick(oddValues)}`);
  else pairs[at] = `${name}=${random.pick(oddValues)}`;
  return pairs.join('&');
}

/** A text that is nearly what it should be: cut, doubled, with a byte that does not belong. */
export function bentText(random: Random, text: string): string | Buffer {
  const at = random.whole(0, text.length);
  const way = random.whole(0, 5);
  if (way === 0) return text.slice(0, at);
  if (way === 1) return `${text}${text}`;
  if (way === 2)
    return Buffer.concat([
      Buffer.from(text.slice(0, at)),
      Buffer.from([0xff, 0x00]),
      Buffer.from(text.slice(at)),
    ]);
  if (way === 3) return `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  if (way === 4) return '';
  return `{"__proto__":${text},"constructor":{"prototype":1}}`;
}
