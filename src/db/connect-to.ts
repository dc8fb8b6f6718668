import net from 'node:net';

/** Shorter than anybody is made to wait for an answer. */
export const connectMs = 4_000;

export type Address = { host: string[]; port: number[]; path?: string | false };

/** Tries the hosts of the address one after the other, as libpq does. */
export async function connectTo({ host, port, path }: Address): Promise<net.Socket> {
  let reason: unknown;
  for (const [at, name] of host.entries()) {
    const socket = new net.Socket();
    socket.setNoDelay(true);
    const timer = setTimeout(
      () => socket.destroy(Object.assign(new Error(`No answer from ${name}`), { code: 'CONNECT_TIMEOUT' })),
      connectMs,
    );
    try {
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject);
        const options = path ? { path } : { host: name, port: port[at] ?? 5432 };
        socket.connect(options, () => resolve());
      });
      socket.removeAllListeners('error');
      // The driver names the server by it when it asks for TLS.
      return Object.assign(socket, { host: name });
    } catch (error) {
      reason = error;
    } finally {
      clearTimeout(timer);
    }
  }
  throw reason;
}
