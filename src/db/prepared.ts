import 'server-only';
import type postgres from 'postgres';

/**
 * A connection keeps every statement it has prepared, with its plan, until it is closed (postgres.js closes each
 * within the hour): so many texts at most, and none that grows with its list of values.
 */
const maxTexts = 300;
const maxParameters = 50;
/** What is asked only once or twice is not worth keeping. */
const timesBefore = 2;

const asked = new Map<string, number>();

function isWorthPreparing(text: string, parameters: number): boolean {
  if (parameters === 0 || parameters > maxParameters) return false;
  const times = asked.get(text);
  if (times === undefined && asked.size >= maxTexts) return false;
  if (times !== timesBefore) asked.set(text, (times ?? 0) + 1);
  return times === timesBefore;
}

/**
 * Whether the connections lead to the server itself; null until one was asked. A pooler between (PgBouncer, Supavisor)
 * gives each transaction another connection, which does not have what was prepared on the last one: the driver would
 * wait for it without end. It shows by the number of the process, which a pooler makes up.
 */
type Way = { isDirect: boolean | null };

async function learn(way: Way, client: postgres.ISql): Promise<void> {
  if (way.isDirect !== null) return;
  const asked = await client.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid');
  way.isDirect = asked[0]?.pid === asked.state.pid;
}

type Unsafe = (text: string, parameters?: unknown[], options?: postgres.UnsafeQueryOptions) => unknown;
type Opening = (...given: unknown[]) => unknown;

/**
 * The same client, whose repeated statements are prepared. Drizzle asks for each statement as if it were new, so
 * that Postgres parses, rewrites and plans it every time: more work than carrying it out. And the driver waits for
 * the types of an unknown statement before it sends the values, which makes two ways to the server of one.
 */
export function withPreparedStatements<Client extends postgres.ISql>(
  client: Client,
  way: Way = { isDirect: null },
): Client {
  return new Proxy(client, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      if (key === 'unsafe') {
        const unsafe: Unsafe = (text, parameters = [], options = {}) =>
          Reflect.apply(value, target, [
            text,
            parameters,
            { ...options, prepare: way.isDirect === true && isWorthPreparing(text, parameters.length) },
          ]);
        return unsafe;
      }
      if (key === 'begin' || key === 'savepoint') {
        const open: Opening = (...given) =>
          Reflect.apply(
            value,
            target,
            given.map((one) =>
              typeof one === 'function'
                ? async (inner: postgres.TransactionSql) => {
                    await learn(way, inner);
                    return one(withPreparedStatements(inner, way));
                  }
                : one,
            ),
          );
        return open;
      }
      return value;
    },
  });
}
