import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The account Postgres runs under; Postgres refuses to run as root. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** Null where processes have no numeric owner (Windows). */
export function currentUid(): number | null {
  return process.getuid ? process.getuid() : null;
}

function readAccounts(): Account[] {
  let text: string;
  try {
    text = fs.readFileSync('/etc/passwd', 'utf8');
  } catch {
    return [];
  }
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

function ownerOf(folder: string): { uid: number; gid: number } | null {
  try {
    const { uid, gid } = fs.statSync(folder);
    return { uid, gid };
  } catch {
    return null;
  }
}

/**
 * Whom to become before starting Postgres on this cluster; null when no change is needed.
 * Root steps down to the owner of existing data, else to `postgres` or `nobody`; the system stays unchanged.
 */
export function chooseAccount(clusterDir: string): Account | null {
  const uid = currentUid();
  if (uid === null) return null;
  const owner = ownerOf(clusterDir);
  if (uid !== 0) {
    if (owner && owner.uid !== uid) {
      const name = readAccounts().find((account) => account.uid === owner.uid)?.name ?? `uid ${owner.uid}`;
      throw new Error(
        `The database in ${clusterDir} belongs to the account ${name}, you are ${os.userInfo().username}. ` +
          'Start as the account that started it first, or choose a data folder of your own.',
      );
    }
    return null;
  }
  const accounts = readAccounts();
  if (owner && owner.uid !== 0) {
    const name = accounts.find((account) => account.uid === owner.uid)?.name ?? `uid ${owner.uid}`;
    return { name, ...owner };
  }
  const found = ['postgres', 'nobody'].flatMap((name) =>
    accounts.filter((a) => a.name === name && a.uid !== 0),
  );
  return found[0] ?? { name: 'uid 65534', uid: 65534, gid: 65534 };
}

/** May the account walk down to the folder? Judged by mode bits alone: a wrong no costs a copy, never a failure. */
export function canReach(account: Account, folder: string): boolean {
  let at = path.resolve(folder);
  try {
    at = fs.realpathSync(at);
  } catch {
    return false;
  }
  for (;;) {
    const { uid, gid, mode } = fs.statSync(at);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    const up = path.dirname(at);
    if (up === at) return true;
    at = up;
  }
}

/** Makes a folder every account can pass through, whatever the umask. */
export function makeOpenFolder(folder: string): void {
  const made = fs.mkdirSync(folder, { recursive: true });
  if (made === undefined) return;
  for (let at = folder; at.length >= made.length; at = path.dirname(at)) fs.chmodSync(at, 0o755);
}

/** Gives a folder or file made by root to the account. */
export function giveTo(account: Account | null, target: string): void {
  if (account) fs.chownSync(target, account.uid, account.gid);
}
