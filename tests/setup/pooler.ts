import net, { type AddressInfo } from 'node:net';

export interface Pooler {
  /** The address of a database behind it, for a login of the project. */
  addressOf(url: string): string;
  /** Logins that came, as they called themselves. */
  logins: string[];
  stop(): Promise<void>;
}

const word = (text: string) => Buffer.from(`${text}\0`);

/** Name and value after name and value, as they stand in the message a connection starts with. */
function readStart(message: Buffer): Map<string, string> {
  const parts = message.subarray(8).toString().split('\0');
  const values = new Map<string, string>();
  for (let at = 0; at + 1 < parts.length && parts[at]; at += 2)
    values.set(parts[at] ?? '', parts[at + 1] ?? '');
  return values;
}

function writeStart(values: Map<string, string>): Buffer {
  const body = Buffer.concat([...[...values].flat().map(word), Buffer.from([0])]);
  const head = Buffer.alloc(8);
  head.writeInt32BE(body.length + 8, 0);
  head.writeInt32BE(196_608, 4);
  return Buffer.concat([head, body]);
}

function refusalOf(text: string): Buffer {
  const body = Buffer.concat([word('SFATAL'), word('CXX000'), word(`M${text}`), Buffer.from([0])]);
  const head = Buffer.alloc(5);
  head.write('E', 0);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/**
 * What stands before hosted databases, as far as logins are concerned: it finds the project behind the login's name,
 * hands on name and database and nothing else a connection starts with, and may know certain logins only.
 */
export async function startPooler(target: string, project: string, knows?: string[]): Promise<Pooler> {
  const { hostname, port } = new URL(target);
  const logins: string[] = [];
  const open = new Set<net.Socket>();
  const server = net.createServer((client) => {
    open.add(client);
    client.on('error', () => {});
    client.once('data', (message) => {
      const start = readStart(message);
      const given = start.get('user') ?? '';
      logins.push(given);
      const name = given.endsWith(`.${project}`) ? given.slice(0, -project.length - 1) : null;
      if (name === null || (knows && !knows.includes(name))) {
        client.end(refusalOf('Tenant or user not found'));
        return;
      }
      const database = net.connect(Number(port || 5432), hostname);
      open.add(database);
      database.on('error', () => client.destroy());
      client.on('close', () => database.destroy());
      database.write(
        writeStart(
          new Map([
            ['user', name],
            ['database', start.get('database') ?? name],
          ]),
        ),
      );
      client.pipe(database).pipe(client);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port: own } = server.address() as AddressInfo;
  return {
    logins,
    addressOf(url) {
      const address = new URL(url);
      address.hostname = '127.0.0.1';
      address.port = String(own);
      address.username = `${address.username}.${project}`;
      return address.toString();
    },
    stop: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
