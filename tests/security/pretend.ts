import type postgres from 'postgres';

class Undo extends Error {}

/** What comes of one statement after `begin`, in a transaction of the login that is given up: its rows, or how it is refused. */
export type Outcome = { rows: Record<string, unknown>[]; count: number } | string;

export async function outcomeOf(
  login: postgres.Sql,
  begin: (sql: postgres.TransactionSql) => Promise<unknown>,
  statement: string,
): Promise<Outcome> {
  let answer: Outcome | undefined;
  try {
    await login.begin(async (sql) => {
      await begin(sql);
      const rows = await sql.unsafe(statement);
      answer = { rows: [...rows], count: rows.count };
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) return error instanceof Error ? error.message : String(error);
  }
  return answer ?? 'nothing';
}

export type Settings = { role?: string; user?: string | null; portfolio?: string | null; seal?: string };

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** All that `enter_request` sets, made by hand: by SET LOCAL, which reaches the other nodes of a cluster. */
export const pretend =
  ({ role = 'hausbuch_app', user, portfolio, seal: made = '' }: Settings) =>
  async (sql: postgres.TransactionSql) => {
    const settings = { user_id: user ?? '', portfolio_id: portfolio ?? '', seal: made };
    for (const [name, value] of Object.entries(settings))
      await sql.unsafe(`set local app.${name} = ${literal(value)}`);
    await sql`select set_config('role', ${role}, true)`;
  };
