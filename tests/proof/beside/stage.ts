import path from 'node:path';
import { openOwnDatabase } from '../../../scripts/own-database.ts';
import { anyFreePort } from '../../../scripts/ports.ts';
import { root } from '../../../scripts/surroundings.ts';
import { keysOf } from '../../setup/landlord.ts';
import { environmentFor, type RunningProduct, runProduct, runScript } from '../../setup/running-product.ts';

/** Database, sign-in and files, which the processes of the app share. */
export async function startCommon(dataDir: string) {
  const [port, mailboxPort] = [await anyFreePort(), await anyFreePort()];
  const server = await runScript(
    [path.join(root, 'scripts', 'supabase.ts')],
    {
      ...environmentFor(dataDir, 0),
      SUPABASE_PORT: String(port),
      SUPABASE_MAILBOX_PORT: String(mailboxPort),
    },
    /ready: (\S+) · mails: (\S+)/,
  );
  const open = async () => ({ keys: await keysOf(dataDir), database: await openOwnDatabase(dataDir) });
  const { keys, database } = await open().catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  const { url, publishableKey, secretKey } = keys;
  return {
    mailboxUrl: server.mailboxUrl,
    adminUrl: database.adminUrl,
    settings: {
      SUPABASE_URL: url,
      SUPABASE_PUBLISHABLE_KEY: publishableKey,
      SUPABASE_SECRET_KEY: secretKey,
      DATABASE_URL: database.adminUrl,
      MAILBOX_URL: `${url}/mailbox/v1/messages`,
      CALLS_PER_MINUTE: '0',
      LOG_LEVEL: 'error',
    },
    async stop() {
      await database.stop();
      await server.stop();
    },
  };
}

/** A process of the app, which can be started again; from another folder, another build of it. */
export class App {
  readonly url: string;
  readonly #run: (folder: string) => Promise<RunningProduct>;
  #product: RunningProduct | null = null;

  constructor(port: number, dataDir: string, settings: Record<string, string>) {
    this.url = `http://localhost:${port}`;
    this.#run = (folder) => runProduct(dataDir, port, settings, folder);
  }

  async start(folder = root): Promise<void> {
    this.#product = await this.#run(folder);
  }

  async stop(): Promise<void> {
    await this.#product?.stop();
    this.#product = null;
  }
}
