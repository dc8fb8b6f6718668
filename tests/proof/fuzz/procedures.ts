import superjson from 'superjson';
import { oddInputsOf } from '../../factories/odd-inputs.ts';
import { cases, inputFor, inputsWithForeignId, procedures } from '../../factories/procedure-calls.ts';
import type { Random } from '../random.ts';
import { bentText, oddHeaders } from './bend.ts';
import { type Ground, type Person, people } from './ground.ts';
import type { Asked } from './request.ts';

const types = new Map(procedures.map(([path, { _def }]) => [path, _def.type]));
export const changes = (path: string) => types.get(path) === 'mutation';
export const paths = cases.map(([path]) => path);

/** What the far end reads as types that JSON has not. */
const oddTypes = [
  { values: { '': ['Date'] } },
  { values: { id: ['Date'], '__proto__.x': ['undefined'] } },
  { values: { id: ['bigint'] } },
  { values: { id: ['regexp'] } },
  { values: { id: ['set'] } },
  { values: { id: [['class', 'Object']] } },
  { values: { id: [['custom', 'x']] } },
  { values: { id: [['symbol', 'x']] } },
  { values: { id: ['URL'] } },
  { values: { id: ['Error'] } },
  { values: { 'a.b.c': ['map'] } },
  { values: 5 },
  { referentialEqualities: { id: ['__proto__', 'constructor.prototype'] } },
  { referentialEqualities: [['id', 'id.id']] },
  'meta',
];

function headersOf({ sessions }: Ground, person: Person): Record<string, string> {
  const { token, portfolioId } = sessions[person];
  return {
    ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    'x-hausbuch-portfolio': portfolioId,
  };
}

function questionFor(ground: Ground, path: string, person: Person, input: unknown, meta?: unknown): Asked {
  const written = superjson.serialize(input);
  const text = input === undefined ? '' : JSON.stringify(meta === undefined ? written : { ...written, meta });
  const headers = headersOf(ground, person);
  const { url: origin } = ground.stage;
  const at = `/api/trpc/${path}`;
  if (!changes(path)) {
    if (types.get(path) === 'subscription') headers.accept = 'text/event-stream';
    const question = text === '' ? '' : `?input=${encodeURIComponent(text)}`;
    return { what: path, person, origin, method: 'GET', path: `${at}${question}`, headers };
  }
  headers['content-type'] = 'application/json';
  return { what: path, person, origin, method: 'POST', path: at, headers, body: text };
}

/** The call as it should be. */
export function validCall(ground: Ground, path: string, person: Person = 'owner'): Asked {
  const one = cases.find(([name]) => name === path)?.[1];
  if (!one) throw new Error(`No case of ${path}.`);
  return questionFor(ground, path, person, inputFor(one, ground.rows.own));
}

const oddPaths = ['', 'constructor', '__proto__', 'toString', 'property', '%00', '%E0%A4%A', 'a,b', 'x.y.z'];

/** A call that is not only odd in what it says, but in how. */
function misshapen(random: Random, asked: Asked): Asked {
  const { method } = asked;
  const body = String(asked.body ?? '');
  const [header, value] = random.pick(oddHeaders);
  const ways: (() => Asked)[] = [
    () => ({ ...asked, headers: { ...asked.headers, [header]: value } }),
    () => ({ ...asked, method: random.pick(['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH']) }),
    () => ({ ...asked, path: asked.path.replace(/trpc\/[^?]*/, `trpc/${random.pick(oddPaths)}`) }),
    () => ({
      ...asked,
      path: `${asked.path}${asked.path.includes('?') ? '&' : '?'}batch=${random.pick(['1', '0', '%ff'])}`,
    }),
    () => ({ ...asked, path: asked.path.replace('input=', 'input=%ff') }),
  ];
  if (method === 'POST') {
    ways.push(
      () => ({ ...asked, body: bentText(random, body) }),
      () => ({
        ...asked,
        headers: {
          ...asked.headers,
          'content-type': random.pick([
            'text/plain',
            'application/json; charset=x',
            'multipart/form-data; boundary=',
          ]),
        },
      }),
      () => ({ ...asked, body: ' '.repeat(1_000_001) }),
    );
  } else {
    const times = random.pick([2, 20, 21]);
    const text = new URL(`http://x${asked.path.split('?')[0]}`).pathname.slice('/api/trpc/'.length);
    const inputs = Object.fromEntries(Array.from({ length: times }, (_, at) => [at, { json: null }]));
    ways.push(() => ({
      ...asked,
      path: `/api/trpc/${Array.from({ length: times }, () => text).join(',')}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`,
    }));
  }
  return random.pick(ways)();
}

/** Calls of one procedure, odd in one way or two. */
export function* oddCalls(ground: Ground, random: Random, path: string): Generator<Asked> {
  const one = cases.find(([name]) => name === path)?.[1];
  if (!one) return;
  const { own, foreign } = ground.rows;
  const valid = inputFor(one, own);
  const odd = valid
    ? [...oddInputsOf(path, valid), ...inputsWithForeignId(one, own, foreign).map(({ input }) => input)]
    : [undefined];
  const oddOf = (of: unknown) => {
    const isRecord = typeof of === 'object' && of !== null && !Array.isArray(of);
    return isRecord && random.next() < 0.3 ? random.pick([...oddInputsOf(path, { ...of })]) : of;
  };
  for (;;) {
    const person = random.next() < 0.75 ? 'owner' : random.pick(people);
    const way = random.next();
    if (way < 0.7) yield questionFor(ground, path, person, oddOf(random.pick(odd)));
    else if (way < 0.8) yield questionFor(ground, path, person, inputFor(one, own), random.pick(oddTypes));
    else yield misshapen(random, questionFor(ground, path, person, inputFor(one, own)));
  }
}
