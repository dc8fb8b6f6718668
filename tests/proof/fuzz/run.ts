import { createRandom, type Random } from '../random.ts';
import { type Ground, openGround } from './ground.ts';
import { type Judged, judge } from './judge.ts';
import { changes, oddCalls, paths, validCall } from './procedures.ts';
import { type Answered, type Asked, closeConnections, patienceMs, send } from './request.ts';
import { apiCall, pageCall } from './routes.ts';
import { serverCall } from './servers.ts';

/** So many at the same time: other people are there, too. */
const atOnce = 8;
const perProcedure = 16;

export interface FuzzReport {
  requests: number;
  seconds: number;
  procedures: number;
  /** Procedures that never answered 200. */
  neverFine: string[];
  byStatus: Map<string, number>;
  byKind: Map<string, number>;
  /** 503 with the time after which to try again. */
  passing: number;
  longestMs: number;
  /** Late while others asked, and answered when asked again. */
  late: number;
  found: string[];
  resets: number;
}

type Question = { asked: Asked; mayTell?: boolean };

class Fuzzer {
  readonly ground: Ground;
  readonly random: Random;
  readonly report: FuzzReport;
  readonly #say: (line: string) => void;
  readonly #seen = new Set<string>();
  readonly #late: Question[] = [];

  constructor(ground: Ground, random: Random, say: (line: string) => void) {
    this.ground = ground;
    this.random = random;
    this.#say = say;
    this.report = {
      ...{ requests: 0, seconds: 0, procedures: paths.length, passing: 0, longestMs: 0, resets: 0, late: 0 },
      ...{ neverFine: [], byStatus: new Map(), byKind: new Map(), found: [] },
    };
  }

  /** @param isAlone nobody else asks meanwhile */
  async ask(kind: string, question: Question, isAlone = true): Promise<Answered> {
    const { asked, mayTell = false } = question;
    const answer = await send(asked);
    const { report } = this;
    if (answer.isLate && !isAlone) {
      this.#late.push(question);
      return answer;
    }
    const judged: Judged = judge(this.ground, asked, answer, mayTell);
    const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);
    report.requests += 1;
    count(report.byKind, kind);
    count(report.byStatus, String(answer.status ?? 'none'));
    if (judged.isPassing) report.passing += 1;
    if (answer.status !== null) report.longestMs = Math.max(report.longestMs, answer.ms);
    for (const fault of judged.faults) {
      // The same once: what else it is answered to says nothing new.
      const key = `${asked.what} ${fault.replaceAll(/[0-9a-f]{8}/g, '').slice(0, 60)}`;
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      const question = `${asked.method} ${asked.path.slice(0, 500)} as ${asked.person} ${JSON.stringify(asked.headers).slice(0, 300)} ${String(asked.body ?? '').slice(0, 500)}`;
      report.found.push(`${asked.what}: ${fault}\n    ${question}`);
      this.#say(`FOUND ${asked.what}: ${fault}\n    ${question}`);
    }
    return answer;
  }

  async askAll(kind: string, questions: readonly Question[]): Promise<void> {
    const rest = [...questions];
    const worker = async () => {
      for (let next = rest.shift(); next; next = rest.shift()) await this.ask(kind, next, false);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    // A busy machine answers late once; what hangs does so again.
    for (const question of this.#late.splice(0)) {
      this.report.late += 1;
      await this.ask(kind, question);
    }
  }

  async putBack(): Promise<void> {
    await this.ground.putBack();
    this.report.resets += 1;
  }

  /** Every procedure as it should be called; after what changes something, everything is put back. */
  async callEach(): Promise<void> {
    for (const path of paths) {
      const { status, text } = await this.ask('procedures, valid', { asked: validCall(this.ground, path) });
      if (status !== 200) this.report.neverFine.push(`${path}: ${status} ${text.slice(0, 200)}`);
      if (changes(path)) await this.putBack();
    }
  }

  async fuzzProcedure(path: string, times: number): Promise<void> {
    const calls = oddCalls(this.ground, this.random, path);
    const questions = Array.from({ length: times }, () => calls.next().value).filter(
      (asked) => asked !== undefined,
    );
    await this.askAll(
      'procedures, odd',
      questions.map((asked) => ({ asked })),
    );
    if (changes(path)) await this.putBack();
  }
}

/** Odd requests to everything that answers, on an installation of its own; the same for the same seed, but for ids. */
export async function runFuzz(
  { requests, seed }: { requests: number; seed: number },
  say: (line: string) => void,
): Promise<FuzzReport> {
  const random = createRandom(seed);
  const ground = await openGround();
  const fuzzer = new Fuzzer(ground, random, say);
  const { report } = fuzzer;
  const began = performance.now();
  let told = 0;
  try {
    await fuzzer.callEach();
    while (report.requests < requests) {
      const way = random.next();
      const times = Math.min(perProcedure, requests - report.requests);
      if (way < 0.7) await fuzzer.fuzzProcedure(random.pick(paths), times);
      else if (way < 0.8)
        await fuzzer.askAll(
          'routes',
          Array.from({ length: times }, () => ({ asked: apiCall(ground, random) })),
        );
      else if (way < 0.9)
        await fuzzer.askAll(
          'pages',
          Array.from({ length: times }, () => ({ asked: pageCall(ground, random) })),
        );
      else
        await fuzzer.askAll(
          'servers',
          Array.from({ length: times }, () => serverCall(ground, random)),
        );
      if (way >= 0.7) await fuzzer.putBack();
      if (report.requests - told >= 2_000) {
        told = report.requests;
        say(
          `${told} requests, ${report.found.length} found, ${Math.round((performance.now() - began) / 1_000)} s`,
        );
      }
    }
    report.seconds = Math.round((performance.now() - began) / 1_000);
    const health = await fetch(`${ground.stage.url}/api/health`, { signal: AbortSignal.timeout(patienceMs) });
    if (!health.ok) report.found.push(`afterwards health says ${health.status}: ${await health.text()}`);
    const output = ground.stage.product.output();
    const died = output.match(/.*(?:brought back|unhandledRejection|uncaughtException).*/gi) ?? [];
    report.found.push(...died.map((line) => `the log says: ${line}`));
    if (report.found.length > 0) say(output.slice(-6_000));
  } finally {
    closeConnections();
    await ground.close();
  }
  return report;
}
