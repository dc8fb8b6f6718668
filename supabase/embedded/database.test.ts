import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAs } from './database.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test.each(['supabase_auth_admin', 'supabase_storage_admin'] as const)(
  'a connection as %s is no superuser from its first statement, also inside transactions',
  async (owner) => {
    const sql = connectAs(database.adminUrl, owner, 1);
    try {
      const [row] = await sql`select current_user as name,
        (select rolsuper from pg_roles where rolname = current_user) as is_super`;
      expect(row).toEqual({ name: owner, is_super: false });
      const [inside] = await sql.begin((tx) => tx`select current_user as name`);
      expect(inside).toEqual({ name: owner });
    } finally {
      await sql.end();
    }
  },
);
