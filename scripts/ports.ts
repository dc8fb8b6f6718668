import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      // A machine without IPv6 has nobody on its IPv6 port.
      resolve(error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT');
    });
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

export async function isFree(port: number): Promise<boolean> {
  return (await canListen(port, '127.0.0.1')) && (await canListen(port, '::1'));
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
