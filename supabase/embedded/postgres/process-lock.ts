import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process as the kernel knows it: a reused pid has another start. */
export interface ProcessIdentity {
  pid: number;
  /** Opaque; empty where the platform does not tell. */
  startedAt: string;
}

export interface LockHolder extends ProcessIdentity {
  /** What the holder wants others to know, such as its address. */
  note: string;
}

export interface ProcessLock {
  /** Replaces the note others read, atomically. */
  announce(note: string): void;
  release(): void;
}

function startOf(pid: number): string | null {
  if (process.platform === 'linux') {
    try {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The command name may hold spaces and brackets, so count from its last bracket.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (fields[0] === 'Z' || fields[0] === 'X') return null;
      const boot = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim().slice(0, 8);
      return `${boot}.${fields[19] ?? ''}`;
    } catch {
      return null;
    }
  }
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return null;
  }
  if (process.platform === 'win32') return '';
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}

/** Null when no such process runs. */
export function identify(pid: number): ProcessIdentity | null {
  const startedAt = startOf(pid);
  return startedAt === null ? null : { pid, startedAt };
}

export function isRunning(identity: ProcessIdentity): boolean {
  const now = identify(identity.pid);
  return now !== null && now.startedAt === identity.startedAt;
}

export function thisProcess(): ProcessIdentity {
  return identify(process.pid) ?? { pid: process.pid, startedAt: '' };
}

function parseHolder(text: string): LockHolder | null {
  const [pid, startedAt, note] = text.split('\n');
  const number = Number(pid);
  if (!Number.isInteger(number) || number <= 0 || startedAt === undefined) return null;
  return { pid: number, startedAt, note: note ?? '' };
}

function format(identity: ProcessIdentity, note: string): string {
  return `${identity.pid}\n${identity.startedAt}\n${note}\n`;
}

function readOrNull(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** Who holds the lock and lives, or null. */
export function readHolder(file: string): LockHolder | null {
  const text = readOrNull(file);
  const holder = text === null ? null : parseHolder(text);
  return holder && isRunning(holder) ? holder : null;
}

let attempts = 0;

/** Tries once. A lock left by a process that no longer runs is taken over. */
export function tryLock(file: string, note = ''): ProcessLock | { heldBy: LockHolder } {
  const self = thisProcess();
  const scratch = `${file}.${self.pid}-${++attempts}`;
  const write = (text: string) => {
    fs.writeFileSync(scratch, format(self, text), { mode: 0o644 });
  };
  fs.mkdirSync(path.dirname(file), { recursive: true });
  try {
    for (;;) {
      write(note);
      try {
        // A link appears with its content, so nobody ever reads a half-written lock.
        fs.linkSync(scratch, file);
        break;
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      }
      const found = readOrNull(file);
      if (found === null) continue;
      const holder = parseHolder(found);
      if (holder && isRunning(holder)) return { heldBy: holder };
      // Moving it aside tells whether it still is the dead one we judged, or another's new lock.
      const aside = `${scratch}.stale`;
      try {
        fs.renameSync(file, aside);
      } catch {
        continue;
      }
      if (readOrNull(aside) !== found) {
        try {
          fs.linkSync(aside, file);
        } catch {
          // A third process holds it by now; the loop reads whom.
        }
      }
      fs.rmSync(aside, { force: true });
    }
  } finally {
    fs.rmSync(scratch, { force: true });
  }
  return {
    announce(text) {
      write(text);
      fs.renameSync(scratch, file);
    },
    release() {
      const text = readOrNull(file);
      const holder = text === null ? null : parseHolder(text);
      if (holder?.pid === self.pid && holder.startedAt === self.startedAt) fs.rmSync(file, { force: true });
    },
  };
}

/** Waits for the lock; throws when a living process keeps it longer than the limit. */
export async function waitForLock(file: string, limitMs: number): Promise<ProcessLock> {
  const until = Date.now() + limitMs;
  for (;;) {
    const lock = tryLock(file);
    if (!('heldBy' in lock)) return lock;
    if (Date.now() > until) {
      throw new Error(`Process ${lock.heldBy.pid} has held ${file} for too long. End it and try again.`);
    }
    await sleep(25);
  }
}
