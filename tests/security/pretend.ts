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

/** All that `enter_request` sets, made by hand. */
export const pretend =
  ({ role = 'hausbuch_app', user, portfolio, seal: made = '' }: Settings) =>
  async (sql: postgres.TransactionSql) => {
    await sql`select set_config('app.user_id', ${user ?? ''}, true), set_config('app.portfolio_id', ${portfolio ?? ''}, true),
      set_config('app.seal', ${made}, true), set_config('role', ${role}, true)`;
  };
