import { execFileSync } from 'node:child_process';
import fs from 'node:fs';

/** Every process with its parent; from /proc where there is one, since slim systems have no `ps`. */
function parents(): { pid: number; parent: number }[] {
  if (!fs.existsSync('/proc/self/stat')) {
    const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
    return listed
      .trim()
      .split('\n')
      .map((line) => {
        const [pid, parent] = line.trim().split(/\s+/).map(Number);
        return { pid: pid ?? 0, parent: parent ?? 0 };
      });
  }
  return fs.readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = fs.readFileSync(`/proc/${name}/stat`, 'utf8');
      // The name of the program stands in brackets and may hold anything.
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      return [{ pid: Number(name), parent }];
    } catch {
      return []; // It has left meanwhile.
    }
  });
}

/** A process and everything it has started that still belongs to it. */
export function processTree(pid: number): number[] {
  const all = parents();
  const found = [pid];
  for (const parent of found) {
    found.push(...all.filter((process) => process.parent === parent).map((process) => process.pid));
  }
  return found;
}

/** As a power cut: nobody gets to say goodbye. */
export function killAtOnce(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}
