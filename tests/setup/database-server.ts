import { startTestPostgres } from '@hausbuch/supabase-embedded/testing';

export interface TestServer {
  /** Superuser. */
  adminUrl: string;
  /** What runs, for the test report. */
  description: string;
  stop(): Promise<void>;
}

const defaultImage = 'postgres:18';
const pullLimitMs = 120_000;

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0]?.slice(0, 200) ?? '';
}

function limited<T>(work: Promise<T>, limitMs: number, what: string): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`${what} took longer than ${limitMs / 1000} s`)), limitMs).unref();
  });
  return Promise.race([work, late]);
}

/** The server in a container, or the reason why there is none. */
async function startContainer(): Promise<TestServer | { missing: string }> {
  const { getContainerRuntimeClient, ImageName } = await import('testcontainers');
  const client = await getContainerRuntimeClient().catch(() => null);
  if (!client) return { missing: 'no Docker engine answers' };
  const image = process.env.TEST_POSTGRES_IMAGE || defaultImage;
  const fetchImage = async (name: string) => {
    const wanted = ImageName.fromString(name);
    if (await client.image.exists(wanted)) return;
    await limited(client.image.pull(wanted), pullLimitMs, `pulling ${name}`);
  };
  try {
    await fetchImage(image);
  } catch (error) {
    const reason = `the image ${image} is neither here nor to be had (${reasonOf(error)})`;
    // Whoever names an image wants that one, not a quiet replacement.
    if (process.env.TEST_POSTGRES_IMAGE) throw new Error(`TEST_POSTGRES_IMAGE: ${reason}`);
    return { missing: reason };
  }
  if (process.env.TESTCONTAINERS_RYUK_DISABLED === undefined) {
    const { getReaperImage } = await import('testcontainers/build/reaper/reaper.js');
    await fetchImage(getReaperImage()).catch(() => {
      process.env.TESTCONTAINERS_RYUK_DISABLED = 'true';
    });
  }
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  const container = await new PostgreSqlContainer(image)
    .withUsername('postgres')
    .withDatabase('postgres')
    .withPassword('test')
    .withTmpFs({ '/var/lib/postgresql': 'rw,mode=1777' })
    .withCommand([
      'postgres',
      ...[
        'fsync=off',
        'synchronous_commit=off',
        'full_page_writes=off',
        'max_connections=300',
        'random_page_cost=1.1',
      ].flatMap((setting) => ['-c', setting]),
    ])
    .start();
  return {
    adminUrl: container.getConnectionUri(),
    description: `container ${image}`,
    stop: async () => {
      await container.stop({ timeout: 0 });
    },
  };
}

/** A Postgres for tests: a container where a Docker engine answers, else the embedded one. */
export async function startTestServer(): Promise<TestServer> {
  const container = await startContainer();
  if (!('missing' in container)) return container;
  const embedded = await startTestPostgres();
  return { ...embedded, description: `${embedded.description} (${container.missing})` };
}
