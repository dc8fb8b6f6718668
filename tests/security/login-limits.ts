import type postgres from 'postgres';
import { describe, expect, test } from 'vitest';
import { type Entering, enterAs } from '../factories/enter.ts';

export type LoginUnderTest = {
  /** Superuser. */
  admin: postgres.Sql;
  /** One connection as the login. */
  login: postgres.Sql;
  name: string;
  own: { id: string; ownerId: string };
  foreign: { id: string };
};

const roles = ['hausbuch_app', 'hausbuch_erase'] as const;
const refused = /permission denied|must be owner|must be superuser/;

/** What SQL of one's own as the login of the app must not come to, wherever that login was made. */
export function describeLimits(title: string, given: () => LoginUnderTest): void {
  /** One statement after the other, as the login, in one transaction that is given up. */
  const attempt = (...steps: (string | Entering)[]) =>
    given()
      .login.begin(async (sql) => {
        for (const step of steps) await (typeof step === 'string' ? sql.unsafe(step) : enterAs(sql, step));
        throw new Error('done');
      })
      .then(
        () => 'done',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
  const enter = (role: (typeof roles)[number] = 'hausbuch_app'): Entering => ({
    role,
    userId: given().own.ownerId,
    portfolioId: given().own.id,
  });

  describe(title, () => {
    test('is nothing but a way to two roles', async () => {
      const { admin, name } = given();
      const [role] = await admin`
        select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication, rolinherit from pg_roles
        where rolname = ${name}`;
      expect(role).toEqual({
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolbypassrls: false,
        rolreplication: false,
        rolinherit: false,
      });
      const roles = await admin<{ role: string }[]>`
        select roleid::regrole::text as role from pg_auth_members
        where member = ${name}::regrole and not admin_option`;
      expect(roles.map((row) => row.role).sort()).toEqual(['hausbuch_app', 'hausbuch_erase']);
    });

    test.each([
      ['take another role', 'set role hausbuch_owner'],
      ['become the superuser', 'set session authorization postgres'],
      ['read passwords of roles', 'select rolpassword from pg_authid'],
      ['read the server’s files', "select pg_read_file('/etc/passwd')"],
      ['run programs', "copy (select 1) to program 'true'"],
      ['make a schema', 'create schema mine'],
      ['make a role', 'create role mine'],
      ['make a function', 'create function public.mine() returns int language sql as $$ select 1 $$'],
      ['make a table in ours', 'create table hausbuch.mine (id uuid)'],
      ['make a temporary table', 'create temporary table pg_class (oid oid)'],
      ['switch row-level security off', 'alter table hausbuch.property disable row level security'],
      ['read the sign-in server’s tables', 'select 1 from auth.users'],
      ['read the names of files', 'select 1 from storage.objects'],
      ['spread tables', "select hausbuch.spread('property')"],
      ['erase by the inner function', `select hausbuch.erase_portfolio_rows(gen_random_uuid())`],
    ])('may not %s', async (_, statement) => {
      expect(await attempt(statement)).toMatch(refused);
      expect(await attempt(enter(), statement)).toMatch(refused);
      expect(await attempt(enter('hausbuch_erase'), statement)).toMatch(refused);
    });

    test('sees nothing before it has entered', async () => {
      expect(await attempt('select 1 from hausbuch.property')).toMatch(refused);
      expect(await attempt('select * from hausbuch.own_portfolios()')).toMatch(refused);
    });

    test.each(roles)(
      'sees and changes, entered as %s, the rows of one portfolio only, whatever its statements say',
      async (role) => {
        const { admin, login, own, foreign } = given();
        const tables = await admin<{ name: string }[]>`
          select table_name as name from information_schema.columns
          where table_schema = 'hausbuch' and column_name = 'portfolio_id'`;
        expect(tables.length).toBeGreaterThan(30);
        let [present, tried] = [0, 0];
        for (const { name } of tables) {
          const [there] = await admin`
            select count(*)::int as count from ${admin(`hausbuch.${name}`)} where portfolio_id = ${foreign.id}`;
          present += there?.count > 0 ? 1 : 0;
          for (const statement of [
            `select 1 from hausbuch.${name} where portfolio_id <> '${own.id}'`,
            `update hausbuch.${name} set portfolio_id = portfolio_id where portfolio_id <> '${own.id}'`,
            `delete from hausbuch.${name} where portfolio_id <> '${own.id}'`,
          ]) {
            const touched = await login
              .begin(async (sql) => {
                await enterAs(sql, enter(role));
                return (await sql.unsafe(statement)).count;
              })
              .catch((error: Error) => error.message);
            if (typeof touched === 'string') expect(touched, statement).toMatch(refused);
            else expect(touched, statement).toBe(0);
            tried += 1;
          }
        }
        // Of most tables the stranger has rows, so that there was something to find.
        expect(present).toBeGreaterThan(25);
        expect(tried).toBe(tables.length * 3);
      },
    );
  });
}
