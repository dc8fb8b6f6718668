import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ensureBuild } from '../../scripts/build.ts';
import { createFlat, createLease, createTenant, signUp } from '../setup/landlord.ts';
import { monthStart } from '../setup/shown.ts';
import { Stage } from './faults/stage.ts';
import { createRandom } from './random.ts';
import { compareThirds } from './soak/flatness.ts';
import { type Sample, takeSample } from './soak/measures.ts';
import { letWork } from './soak/people.ts';

/** `npm run soak -- --minutes 20`: whether what an installation holds on to stays the same while people work. */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    every: { type: 'string', default: '5' },
  },
});
const [minutes, everySeconds] = [Number(values.minutes), Number(values.every)];
/** Of the time, until caches and pools are as full as they get. */
const warmUpShare = 0.25;

async function settleIn(stage: Stage) {
  const { url, mailboxUrl } = stage.product;
  const landlord = await signUp({ url, mailboxUrl, dataDir: stage.dataDir });
  const { id: propertyId, unitId } = await createFlat(landlord.api);
  const tenantId = await createTenant(landlord.api);
  const leaseIds = [];
  for (let at = 0; at < 3; at += 1) {
    const unit = at === 0 ? unitId : (await createFlat(landlord.api, `Haus ${at}`)).unitId;
    leaseIds.push(
      await createLease(landlord.api, {
        unitId: unit,
        tenantId,
        startsOn: monthStart(-11),
        netCents: 70_000,
      }),
    );
  }
  return { landlord, place: { url, leaseIds, propertyId, tenantId } };
}

const columns = ['at', 'memoryMb', 'appMb', 'descriptors', 'processes', 'connections', 'answers'] as const;
const titles = ['second', 'memory MB', 'app MB', 'descriptors', 'processes', 'connections', 'answers'];
const line = (cells: readonly (string | number)[]) => cells.map((cell) => String(cell).padStart(12)).join('');

async function measure(stage: Stage): Promise<{ samples: Sample[]; answers: number; complaints: string[] }> {
  const { landlord, place } = await settleIn(stage);
  const working = letWork(landlord, place, createRandom(Number(values.seed)));
  const began = performance.now();
  const samples: Sample[] = [];
  let counted = 0;
  console.log(line(titles));
  while (performance.now() - began < minutes * 60_000) {
    await sleep(everySeconds * 1_000);
    const { answers } = working.work;
    const sample = await takeSample(stage, began, answers - counted);
    counted = answers;
    samples.push(sample);
    if (samples.length % 6 === 0) console.log(line(columns.map((column) => sample[column])));
  }
  await working.stop();
  return { samples, answers: working.work.answers, complaints: [...working.work.complaints] };
}

await ensureBuild();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-soak-'));
fs.chmodSync(folder, 0o755);
const stage = await Stage.open(path.join(folder, 'data'));
try {
  await stage.start();
  const { samples, answers, complaints } = await measure(stage);
  const warm = samples.slice(Math.floor(samples.length * warmUpShare));
  const compared = compareThirds(warm);
  console.log(`\n${line(['', 'first third', 'last third', 'at most'])}`);
  for (const { measure: name, first, last, limit, isFlat } of compared) {
    console.log(`${line([name, first, last, limit])}${isFlat ? '' : '  NOT FLAT'}`);
  }
  for (const complaint of complaints.slice(0, 20)) console.log(`FAILED ${complaint}`);
  console.log(
    `${minutes} minutes with seed ${values.seed} on ${os.cpus().length} cores: ${answers} answers, ` +
      `${complaints.length} kinds of failure, ${compared.filter(({ isFlat }) => !isFlat).length} of ${compared.length} measures not flat`,
  );
  process.exitCode = complaints.length === 0 && compared.every(({ isFlat }) => isFlat) ? 0 : 1;
} finally {
  await stage.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}
