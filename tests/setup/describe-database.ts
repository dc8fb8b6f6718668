import { connected } from './admin-urls.ts';

/** Everything the migrations made, as one comparable list. */
export const describeDatabase = (url: string): Promise<unknown[][]> =>
  connected(url, async (sql) =>
    [
      await sql`select table_name, column_name, data_type, column_default, is_nullable
        from information_schema.columns where table_schema in ('hausbuch', 'pgboss') order by 1, 2`,
      await sql`select conname, pg_get_constraintdef(oid) as definition from pg_constraint
        where connamespace = 'hausbuch'::regnamespace order by 1, 2`,
      await sql`select indexdef from pg_indexes where schemaname in ('hausbuch', 'pgboss') order by 1`,
      await sql`select tablename, policyname, roles::text, qual, with_check from pg_policies
        where schemaname = 'hausbuch' order by 1, 2`,
      await sql`select relname, relkind, relrowsecurity, relforcerowsecurity, relowner::regrole::text as owner
        from pg_class where relnamespace in ('hausbuch'::regnamespace, 'pgboss'::regnamespace) order by 1`,
      await sql`select table_name, grantee, privilege_type from information_schema.role_table_grants
        where table_schema in ('hausbuch', 'pgboss') order by 1, 2, 3`,
      await sql`select table_name, column_name, grantee, privilege_type from information_schema.column_privileges
        where table_schema = 'hausbuch' order by 1, 2, 3, 4`,
      await sql`select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as definition,
          p.proowner::regrole::text as owner, array(select unnest(p.proacl)::text order by 1) as rights
        from pg_proc p where pronamespace = 'hausbuch'::regnamespace and prokind = 'f' order by 1`,
      await sql`select hash, created_at from hausbuch.__migrations order by created_at`,
    ].map((rows) => [...rows]),
  );
