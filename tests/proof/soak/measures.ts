import fs from 'node:fs';
import { processTree } from '../../setup/process-tree.ts';
import type { Stage } from '../faults/stage.ts';

/** Everything an installation holds on to, at one moment. */
export interface Sample {
  /** Seconds since the work began. */
  at: number;
  /** Proportional share of memory of all processes, in MB: what several share counts once. */
  memoryMb: number;
  /** Of the process that serves the app. */
  appMb: number;
  descriptors: number;
  processes: number;
  connections: number;
  /** Answers since the sample before. */
  answers: number;
}

export const measures = ['memoryMb', 'appMb', 'descriptors', 'processes', 'connections'] as const;

function read(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return ''; // It has left meanwhile.
  }
}

const pssMb = (pid: number) =>
  Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1_024;

function descriptorsOf(pid: number): number {
  try {
    return fs.readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}

const sum = (of: readonly number[]) => of.reduce((total, one) => total + one, 0);

/** The database leaves the launcher's tree, so that a killed launcher does not take it along. */
export async function takeSample(stage: Stage, began: number, answers: number): Promise<Sample> {
  const pids = [...new Set([...processTree(stage.product.pid), ...processTree(stage.pidOf('database'))])];
  const [row] = await stage.asAdmin(
    (sql) => sql<{ count: number }[]>`
      select count(*)::int from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return {
    at: Math.round((performance.now() - began) / 1_000),
    memoryMb: Math.round(sum(pids.map(pssMb))),
    appMb: Math.round(pssMb(stage.pidOf('app'))),
    descriptors: sum(pids.map(descriptorsOf)),
    processes: pids.length,
    connections: row?.count ?? 0,
    answers,
  };
}
