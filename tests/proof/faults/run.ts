import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBankAccount, createFlat, createLease, createTenant, signUp } from '../../setup/landlord.ts';
import { monthStart } from '../../setup/shown.ts';
import { mountSmallDisk } from '../../setup/small-disk.ts';
import { createRandom, type Random } from '../random.ts';
import { faultsOf, leftBehind } from './checks.ts';
import { faultKinds } from './kinds.ts';
import { processesOn, Stage } from './stage.ts';
import { startWriting, type Written } from './writers.ts';

const diskMegabytes = 1_500;
const writers = 3;

export interface FaultReport {
  faults: number;
  byKind: Map<string, number>;
  acknowledged: number;
  /** Everything that went against what was promised. */
  found: string[];
  /** How long it took after each fault until health said ready. */
  readyMs: number[];
  skipped: string[];
}

/** Every kind once before any comes twice, then by weight. */
function* draw(random: Random, hasDisk: boolean, only: readonly string[]): Generator<string> {
  const possible = Object.entries(faultKinds).filter(
    ([name, { needsDisk }]) =>
      (hasDisk || !needsDisk) && (only.length === 0 || only.some((part) => name.includes(part))),
  );
  const rest = possible.map(([name]) => name);
  while (rest.length > 0) yield rest.splice(random.whole(0, rest.length - 1), 1)[0] ?? '';
  const weighted = possible.flatMap(([name, { weight }]) => Array.from({ length: weight }, () => name));
  for (;;) yield random.pick(weighted);
}

async function settleIn(stage: Stage, dataDir: string) {
  const { url, mailboxUrl } = stage.product;
  const landlord = await signUp({ url, mailboxUrl, dataDir });
  const { id: propertyId, unitId } = await createFlat(landlord.api);
  const leaseIds: string[] = [];
  for (let at = 0; at < writers; at += 1) {
    const unit = at === 0 ? unitId : (await createFlat(landlord.api, `Haus ${at}`)).unitId;
    const tenantId = await createTenant(landlord.api);
    const lease = { unitId: unit, tenantId, startsOn: monthStart(-11), netCents: 70_000 };
    leaseIds.push(await createLease(landlord.api, lease));
  }
  const iban = 'DE02120300000000202051';
  await createBankAccount(landlord.api, iban);
  return { landlord, work: { leaseIds, propertyId, iban } };
}

/** Harms an installation of its own so many times while people write, and looks after each time what came of it. */
export async function runFaults(
  { seed, faults, only = [] }: { seed: number; faults: number; only?: readonly string[] },
  say: (line: string) => void,
): Promise<FaultReport> {
  const random = createRandom(seed);
  const mounted = mountSmallDisk(diskMegabytes);
  const disk = 'missing' in mounted ? null : mounted;
  const folder = disk?.folder ?? fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-faults-'));
  fs.chmodSync(folder, 0o755);
  const [dataDir, aside] = [path.join(folder, 'data'), path.join(folder, 'aside')];
  const report: FaultReport = {
    faults: 0,
    byKind: new Map(),
    acknowledged: 0,
    found: [],
    readyMs: [],
    skipped: 'missing' in mounted ? [`disk full: ${mounted.missing}`] : [],
  };
  const written: Written = {
    payments: new Map(),
    documents: new Map(),
    imports: new Map(),
    invitations: new Map(),
    unseen: new Set(),
  };
  const known = new Set<string>();
  /** What was found once is still there at every later look. */
  const newOf = (seen: string[]) => {
    const fresh = seen.filter((one) => !known.has(one));
    for (const one of fresh) known.add(one);
    return fresh;
  };
  const stage = await Stage.open(dataDir);
  try {
    await stage.start();
    const { landlord, work } = await settleIn(stage, dataDir);
    const { portfolioId } = landlord;
    const look = (isSwept = false) =>
      stage.asAdmin((sql) => faultsOf(sql, { portfolioId, dataDir, written, isSwept }));
    for (const name of draw(random, disk !== null, only)) {
      if (report.faults >= faults) break;
      fs.mkdirSync(aside, { mode: 0o755 });
      const writing = startWriting(landlord, work, written);
      await sleep(random.whole(100, 900));
      const found: string[] = [];
      try {
        const scene = { stage, random, aside, disk, acknowledged: () => written.payments.size };
        await faultKinds[name]?.apply(scene);
        report.readyMs.push(await stage.untilReady());
      } catch (error) {
        found.push(error instanceof Error ? error.message : String(error));
      }
      await writing.stop();
      const seen = await look().catch((error: unknown) => [`unseen: ${error}`]);
      found.push(...writing.complaints, ...newOf(seen));
      report.faults += 1;
      report.byKind.set(name, (report.byKind.get(name) ?? 0) + 1);
      report.found.push(...found.map((one) => `${report.faults} ${name}: ${one}`));
      const ready = Math.round(report.readyMs.at(-1) ?? 0);
      say(
        `${report.faults} ${name}: ${written.payments.size} payments, ${written.documents.size} papers, ${written.imports.size} bank files, ready after ${ready} ms`,
      );
      for (const one of found) say(`  ! ${one}`);
      fs.rmSync(aside, { recursive: true, force: true });
    }
    // What broken uploads have left is swept at a start.
    await stage.stop();
    await stage.start();
    await sleep(1_000);
    report.found.push(...newOf(await look(true)));
    await stage.stop();
    report.found.push(...leftBehind(dataDir).map((name) => `left behind: ${name}`));
    report.found.push(...processesOn(folder).map(({ command }) => `still running: ${command}`));
  } finally {
    await stage.stop();
    disk?.remove();
    fs.rmSync(folder, { recursive: true, force: true });
  }
  const { payments, documents, imports, invitations } = written;
  report.acknowledged = payments.size + documents.size + imports.size + invitations.size;
  return report;
}
