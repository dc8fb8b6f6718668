import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { applySchema } from '../schema.ts';
import { startTestPostgres } from './postgres.ts';

const template = 'supabase_template';

declare module 'vitest' {
  interface ProvidedContext {
    supabaseDatabase: { adminUrl: string; template: string };
  }
}

/** A Postgres for the tests of this package, with a template of the two schemas to clone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestPostgres();
  try {
    const admin = postgres(server.adminUrl, { max: 1, onnotice: () => {} });
    await admin`create database ${admin(template)}`;
    const url = new URL(server.adminUrl);
    url.pathname = `/${template}`;
    await applySchema(url.toString());
    // Cloning needs a database nobody is connected to.
    await admin`alter database ${admin(template)} with allow_connections false`;
    await admin.end();
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('supabaseDatabase', { adminUrl: server.adminUrl, template });
  return () => server.stop();
}
