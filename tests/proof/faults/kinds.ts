import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '@hausbuch/supabase-embedded/postgres';
import { verifyBackup } from '../../../scripts/backup-manifest.ts';
import { anyFreePort } from '../../../scripts/ports.ts';
import { root } from '../../../scripts/surroundings.ts';
import { killAtOnce, processTree } from '../../setup/process-tree.ts';
import type { SmallDisk } from '../../setup/small-disk.ts';
import type { Random } from '../random.ts';
import { outcomeOf, processesOn, type Role, type Stage } from './stage.ts';

export interface Scene {
  stage: Stage;
  random: Random;
  /** Where a backup or another installation may lie. */
  aside: string;
  disk: SmallDisk | null;
  /** How many writes are acknowledged so far. */
  acknowledged(): number;
}

/** Harms the installation; what it throws is a fault found. The product runs, or comes back by itself, afterwards. */
type Fault = (scene: Scene) => Promise<void>;

const killRole =
  (role: Role, signal: NodeJS.Signals): Fault =>
  async ({ stage }) => {
    const pid = stage.pidOf(role);
    process.kill(pid, signal);
    // On a busy machine it may answer that it is well for a while after it was told.
    await stage.untilLeft(pid);
  };

const pauseRole =
  (role: Role): Fault =>
  async ({ stage, random }) => {
    const pid = stage.pidOf(role);
    process.kill(pid, 'SIGSTOP');
    await sleep(random.whole(200, 2_500));
    process.kill(pid, 'SIGCONT');
  };

const backendsOf = (stage: Stage) =>
  stage.asAdmin(async (sql) => {
    const rows = await sql<{ pid: number }[]>`
      select pid from pg_stat_activity where datname = current_database() and application_name = 'hausbuch'`;
    return rows.map(({ pid }) => pid);
  });

const killLauncher: Fault = async ({ stage }) => {
  const { pid } = stage.product;
  process.kill(pid, 'SIGKILL');
  await stage.untilLeft(pid);
  await stage.start();
};

const stopLauncher: Fault = async ({ stage }) => {
  const { pid } = stage.product;
  process.kill(pid, 'SIGTERM');
  await stage.untilLeft(pid);
  const left = processesOn(stage.dataDir);
  if (left.length > 0) throw new Error(`After SIGTERM there still run: ${JSON.stringify(left)}`);
  await stage.start();
};

const killEverything: Fault = async ({ stage }) => {
  const { pid } = stage.product;
  stage.killAll();
  await stage.untilLeft(pid);
  await stage.start();
};

const killOneBackend: Fault = async ({ stage, random }) => {
  const pids = await backendsOf(stage);
  if (pids.length > 0) killAtOnce([random.pick(pids)]);
};

const endBackends: Fault = async ({ stage }) => {
  await stage.asAdmin(
    (sql) => sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );
};

const pauseOneBackend: Fault = async ({ stage, random }) => {
  const pids = await backendsOf(stage);
  if (pids.length === 0) return;
  const pid = random.pick(pids);
  process.kill(pid, 'SIGSTOP');
  await sleep(random.whole(200, 2_500));
  // It may have been ended meanwhile.
  try {
    process.kill(pid, 'SIGCONT');
  } catch {}
};

const startTwice: Fault = async ({ stage }) => {
  const { code, said } = await outcomeOf(stage.spawn(stage.dataDir, await anyFreePort()));
  if (code !== 1 || !said.includes('already runs'))
    throw new Error(`A second start left with ${code}: ${said}`);
};

const killStart: Fault = async ({ stage, random }) => {
  await stage.stop();
  const child = stage.spawn(stage.dataDir, stage.port);
  const left = once(child, 'exit');
  await sleep(random.whole(50, 2_500));
  killAtOnce(processTree(child.pid ?? 0));
  await left;
  await stage.start();
};

/** Tables are being made for the first time: somewhere in there is the migration. */
const killFirstStart: Fault = async ({ stage, random, aside }) => {
  const dataDir = path.join(aside, 'first');
  const port = await anyFreePort();
  for (const ms of [random.whole(100, 1_500), random.whole(1_000, 4_000)]) {
    const child = stage.spawn(dataDir, port);
    const left = once(child, 'exit');
    await sleep(ms);
    killAtOnce(processTree(child.pid ?? 0));
    await left;
  }
  const child = stage.spawn(dataDir, port);
  const outcome = outcomeOf(child);
  const until = Date.now() + 180_000;
  let isReady = false;
  while (!isReady && child.exitCode === null && Date.now() < until) {
    await sleep(100);
    isReady = (await fetch(`http://localhost:${port}/api/health`).catch(() => null))?.ok ?? false;
  }
  child.kill('SIGTERM');
  const { code, said } = await outcome;
  if (!isReady) throw new Error(`A first start that was killed does not start (${code}): ${said}`);
  const left = processesOn(dataDir);
  if (left.length > 0) throw new Error(`Of another installation there still run: ${JSON.stringify(left)}`);
};

const copying = (stage: Stage, dataDir: string, words: string[]) =>
  spawn(process.execPath, [path.join(root, 'scripts', 'backup.ts'), ...words], {
    env: { ...process.env, HAUSBUCH_DATA: dataDir },
    stdio: 'ignore',
    cwd: stage.dataDir,
  });

async function killedAfter(child: ReturnType<typeof spawn>, ms: number): Promise<boolean> {
  const left = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), ms);
  await left;
  clearTimeout(timer);
  return child.signalCode !== null;
}

const killBackup: Fault = async ({ stage, random, aside }) => {
  const target = path.join(aside, 'copy');
  await killedAfter(copying(stage, stage.dataDir, ['backup', target]), random.whole(100, 3_000));
  const until = Date.now() + 15_000;
  for (;;) {
    const half = fs.readdirSync(aside).filter((name) => name !== 'copy');
    if (half.length === 0 && !fs.existsSync(path.join(stage.dataDir, 'backup-under-way'))) break;
    if (Date.now() > until) throw new Error(`A killed backup has left ${half.join(', ')}`);
    await sleep(100);
  }
  if (fs.existsSync(target)) verifyBackup(target);
};

const killRestore: Fault = async ({ stage, random, aside, acknowledged }) => {
  const [copy, target] = [path.join(aside, 'copy'), path.join(aside, 'restored')];
  const before = acknowledged();
  if (await killedAfter(copying(stage, stage.dataDir, ['backup', copy]), 120_000))
    throw new Error('No backup.');
  await killedAfter(copying(stage, target, ['restore', copy]), random.whole(150, 1_500));
  if (fs.existsSync(path.join(target, 'postgres')) && fs.existsSync(path.join(target, 'unfinished'))) {
    const said = await startPostgres({ dataDir: target }).then(
      () => 'nothing',
      (error: Error) => error.message,
    );
    if (!said.includes('run it again')) throw new Error(`Of an unfinished restore the start says: ${said}`);
  }
  if (!fs.existsSync(path.join(target, 'ports.json')) || fs.existsSync(path.join(target, 'unfinished'))) {
    const again = copying(stage, target, ['restore', copy]);
    await once(again, 'exit');
    if (again.exitCode !== 0) throw new Error(`A restore run again left with ${again.exitCode}.`);
  }
  const server = await startPostgres({ dataDir: target });
  const [row] = await stage.asAdmin(
    (sql) => sql<{ payments: number }[]>`select count(*)::int as payments from hausbuch.payment`,
    target,
  );
  await server.stop();
  if ((row?.payments ?? 0) < before) throw new Error(`Restored are ${row?.payments} of ${before} payments.`);
};

/** Nobody can write; afterwards everybody has, once. */
const fillDisk: Fault = async ({ disk, random }) => {
  const free = disk?.fill();
  await sleep(random.whole(500, 3_000));
  free?.();
};

/** How often each is drawn, beside what it does. */
export const faultKinds: Record<string, { weight: number; apply: Fault; needsDisk?: boolean }> = {
  'everything killed': { weight: 2, apply: killEverything },
  'launcher killed': { weight: 2, apply: killLauncher },
  'launcher asked to stop': { weight: 2, apply: stopLauncher },
  'app killed': { weight: 2, apply: killRole('app', 'SIGKILL') },
  'app asked to stop': { weight: 1, apply: killRole('app', 'SIGTERM') },
  'sign-in killed': { weight: 2, apply: killRole('sign-in', 'SIGKILL') },
  'sign-in asked to stop': { weight: 1, apply: killRole('sign-in', 'SIGTERM') },
  'database killed': { weight: 2, apply: killRole('database', 'SIGKILL') },
  'database stopped at once': { weight: 1, apply: killRole('database', 'SIGQUIT') },
  'app paused': { weight: 1, apply: pauseRole('app') },
  'sign-in paused': { weight: 1, apply: pauseRole('sign-in') },
  'database paused': { weight: 1, apply: pauseRole('database') },
  'launcher paused': { weight: 1, apply: pauseRole('launcher') },
  'a backend killed': { weight: 2, apply: killOneBackend },
  'a backend paused': { weight: 1, apply: pauseOneBackend },
  'all connections ended': { weight: 2, apply: endBackends },
  'started twice': { weight: 1, apply: startTwice },
  'killed while starting': { weight: 2, apply: killStart },
  'first start killed': { weight: 1, apply: killFirstStart },
  'backup killed': { weight: 2, apply: killBackup },
  'restore killed': { weight: 1, apply: killRestore },
  'disk full': { weight: 2, apply: fillDisk, needsDisk: true },
};
