import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';

/** Null where somebody else listens. */
function holdAt(port: number, host: string): Promise<(() => Promise<void>) | null> {
  return new Promise((resolve) => {
    const holder = net.createServer((socket) => socket.destroy());
    holder.once('error', (error: NodeJS.ErrnoException) => {
      // A machine without IPv6 has nobody on its IPv6 port.
      const isNowhere = error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT';
      resolve(isNowhere ? async () => {} : null);
    });
    const release = () => new Promise<void>((released) => holder.close(() => released()));
    holder.listen({ port, host, exclusive: true }, () => resolve(release));
  });
}

/**
 * Keeps a port for what will listen there, so that nobody who starts meanwhile finds it free; whoever connects is sent away.
 * Null where it is taken.
 */
export async function holdPort(port: number): Promise<(() => Promise<void>) | null> {
  const release4 = await holdAt(port, '127.0.0.1');
  const release6 = release4 && (await holdAt(port, '::1'));
  if (release6) return async () => void (await Promise.all([release4(), release6()]));
  await release4?.();
  return null;
}

/**
 * Whether somebody listens, asked by calling. Who listens to find out takes connections of others meanwhile, and a proxy sends
 * what was written on one that is cut off to nobody else.
 */
export async function isTaken(port: number): Promise<boolean> {
  const answers = (host: string) =>
    new Promise<boolean>((resolve) => {
      const caller = net.connect({ port, host }, () => {
        caller.destroy();
        resolve(true);
      });
      caller.once('error', () => resolve(false));
    });
  return (await Promise.all([answers('127.0.0.1'), answers('::1')])).includes(true);
}

export async function isFree(port: number): Promise<boolean> {
  const release = await holdPort(port);
  await release?.();
  return release !== null;
}

export function anyFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

function readRemembered(file: string): Record<string, number> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
  if (typeof parsed !== 'object' || parsed === null) return {};
  const entries = Object.entries(parsed);
  return Object.fromEntries(
    entries.flatMap(([name, port]) => (Number.isInteger(port) ? [[name, Number(port)]] : [])),
  );
}

/** The port each part had last time, so that links stay valid; else its usual one; else any free one. */
async function choosePorts<Name extends string>(
  dataDir: string,
  usual: Record<Name, number>,
): Promise<Record<Name, number>> {
  const file = path.join(dataDir, 'ports.json');
  const remembered = readRemembered(file);
  const chosen = { ...usual };
  const taken = new Set<number>();
  for (const name of Object.keys(usual) as Name[]) {
    const wishes = [remembered[name], usual[name]].filter((port) => port !== undefined);
    let port: number | undefined;
    for (const wish of wishes)
      if (port === undefined && !taken.has(wish) && (await isFree(wish))) port = wish;
    chosen[name] = port ?? (await anyFreePort());
    taken.add(chosen[name]);
  }
  fs.writeFileSync(file, `${JSON.stringify(chosen)}\n`);
  return chosen;
}

const mostChoices = 5;

/**
 * Starts something at its own ports, and returns what it started. Between the choice and the start another
 * installation that begins at the same moment may have been quicker: then it chooses anew.
 * @throws what `start` throws where its ports were free
 */
export async function atOwnPorts<Name extends string, Started>(
  dataDir: string,
  usual: Record<Name, number>,
  start: (ports: Record<Name, number>) => Promise<Started>,
): Promise<Started> {
  for (let choice = 1; ; choice++) {
    const ports = await choosePorts(dataDir, usual);
    try {
      return await start(ports);
    } catch (error) {
      const areFree = await Promise.all(Object.values<number>(ports).map(isFree));
      if (choice === mostChoices || areFree.every(Boolean)) throw error;
    }
  }
}
