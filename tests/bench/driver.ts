import { database } from '@/db/client';
import { enterRequest } from '@/db/scope';
import { calls, type Target } from './calls.ts';

/** The transaction alone, in a process of its own: no HTTP, no token. Prints the milliseconds of each. */
const [name = '', connections = '1', seconds = '1', given = '{}'] = process.argv.slice(2);
const call = calls[name];
if (!call) throw new Error(`No call ${name}.`);
const target: Target = JSON.parse(given);
const { userId, portfolioId } = target;
const durations: number[] = [];

const once = () =>
  enterRequest(database(), { userId, portfolioId }, async ({ tx, scope }) => {
    if (!scope) throw new Error('No member.');
    return call.run(tx, scope, call.input(target));
  });

async function until(end: number) {
  while (performance.now() < end) {
    const began = performance.now();
    await once();
    durations.push(performance.now() - began);
  }
}

await Promise.all(Array.from({ length: 4 }, once)); // connections and plans
const end = performance.now() + Number(seconds) * 1000;
await Promise.all(Array.from({ length: Number(connections) }, () => until(end)));
process.stdout.write(JSON.stringify(durations), () => process.exit());
