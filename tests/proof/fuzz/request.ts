import http from 'node:http';
import type { Person } from './ground.ts';

export interface Asked {
  /** For the report: which procedure, route or endpoint. */
  what: string;
  person: Person;
  origin: string;
  method: string;
  /** As it goes over the wire: nothing tidies it up. */
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

export interface Answered {
  /** Null: none came. */
  status: number | null;
  headers: http.IncomingHttpHeaders;
  text: string;
  /** Why no answer came. */
  problem: string;
  isLate: boolean;
  ms: number;
}

/** So long may an answer take; after that it hangs. */
export const patienceMs = 10_000;
/** What is made for whoever asks, in a process of its own or from everything there is, has a limit of its own. */
const makingMs = 60_000;
const makes = /^\/api\/(export|handover|account|documents|jobs)(\/|\?|$)/;
const maxTextBytes = 3_000_000;
const agent = new http.Agent({ keepAlive: true, maxSockets: 32 });

export const closeConnections = () => agent.destroy();

/** Node reads 16 kB of a request's head, cookies among it, and resets the connection of whoever is still sending beyond. */
const longestPath = 10_000;

/** `http.request` refuses what no client would send; a path keeps everything else, as far as a server reads it. */
const onTheWire = (text: string) =>
  text
    .replaceAll(/[^\u0021-\u007e]/gu, (character) => encodeURIComponent(character.toWellFormed()))
    .slice(0, longestPath);

function attempt(asked: Asked): Promise<Answered & { isStale: boolean }> {
  const { hostname, port } = new URL(asked.origin);
  const began = performance.now();
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let response: http.IncomingMessage | undefined;
    let isOver = false;
    const limitMs = makes.test(asked.path) ? makingMs : patienceMs;
    const finish = (problem: string, { isStale = false, isLate = false } = {}) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      resolve({
        status: problem === '' ? (response?.statusCode ?? null) : null,
        headers: response?.headers ?? {},
        text: Buffer.concat(chunks).toString('utf8'),
        problem,
        isLate,
        ms: performance.now() - began,
        isStale,
      });
      if (problem !== '' || !response?.complete) request.destroy();
    };
    const { method, headers, body } = asked;
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const request = http.request(
      { hostname, port, method, path: onTheWire(asked.path), headers: { ...length, ...headers }, agent },
      (incoming) => {
        response = incoming;
        const isStream = incoming.headers['content-type']?.startsWith('text/event-stream') === true;
        incoming.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes < maxTextBytes) chunks.push(chunk);
          if (isStream) finish('');
        });
        incoming.on('end', () => finish(''));
        incoming.on('error', (error) => finish(error.message));
        // What is not said at once comes when something happens.
        if (isStream) setTimeout(finish, 300, '').unref();
      },
    );
    const timer = setTimeout(
      () => finish(`no answer within ${limitMs / 1_000} s`, { isLate: true }),
      limitMs,
    );
    request.on('error', (error) =>
      finish(error.message, {
        isStale: request.reusedSocket && 'code' in error && error.code === 'ECONNRESET',
      }),
    );
    request.end(body);
  });
}

export async function send(asked: Asked): Promise<Answered> {
  const answer = await attempt(asked);
  // The server has closed a connection while it was idle, as it may.
  return answer.isStale ? attempt(asked) : answer;
}
