import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { SupabaseOptions } from '@hausbuch/supabase-embedded';
import type { Part } from './keep-running.ts';
import type { SignInAnswer } from './sign-in.ts';
import { leanNode, root } from './surroundings.ts';

export type SignInServer = Part & Extract<SignInAnswer, { isReady: true }>;

const stopLimitMs = 5_000;
const askEveryMs = 10_000;
const answerLimitMs = 5_000;
/** After so many questions in a row without an answer it is ended, and so begun anew. */
const unansweredLimit = 3;

function firstAnswer(child: ChildProcess): Promise<SignInAnswer> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as SignInAnswer));
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`It left with ${code ?? signal} while starting.`)));
  });
}

/** Whether both of its halves still get answers from the database; which ones does not matter. */
async function answers(url: string, key: string): Promise<boolean> {
  const headers = { apikey: key, authorization: `Bearer ${key}` };
  const questions = ['/auth/v1/admin/users?per_page=1', '/storage/v1/bucket/documents'];
  const asked = questions.map((question) =>
    fetch(`${url}${question}`, { headers, signal: AbortSignal.timeout(answerLimitMs) }),
  );
  return Promise.all(asked).then(
    () => true,
    () => false,
  );
}

/** Ends a server that lives and does not answer any more. */
function endWhenMute(child: ChildProcess, url: string, key: string): () => void {
  let unanswered = 0;
  const timer = setInterval(async () => {
    unanswered = (await answers(url, key)) ? 0 : unanswered + 1;
    if (unanswered >= unansweredLimit) child.kill('SIGKILL');
  }, askEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Starts sign-in and storage in a process of its own and returns once it serves. */
export async function startSignIn(options: Omit<SupabaseOptions, 'log'>): Promise<SignInServer> {
  const child = spawn(process.execPath, [...leanNode, path.join(root, 'scripts', 'sign-in.ts')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const left = once(child, 'exit');
  child.on('error', () => {});
  child.send(options);
  const ready = await firstAnswer(child);
  if (!ready.isReady) {
    await left;
    throw new Error(ready.problem);
  }
  const stopAsking = endWhenMute(child, ready.url, ready.secretKey);
  void left.then(stopAsking);
  return {
    ...ready,
    left,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const late = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
      child.kill('SIGTERM');
      await left;
      clearTimeout(late);
    },
  };
}
