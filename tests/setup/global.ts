import { applySchema } from '@hausbuch/supabase-embedded';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { startTestServer } from './database-server.ts';

const template = 'hausbuch_template';
const appLogin = { name: 'hausbuch', password: 'test' };

declare module 'vitest' {
  interface ProvidedContext {
    testDatabase: { adminUrl: string; template: string; appLogin: { name: string; password: string } };
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const started = performance.now();
  const server = await startTestServer();
  try {
    const admin = postgres(server.adminUrl, { max: 1, onnotice: () => {} });
    await admin`create database ${admin(template)}`;
    const url = new URL(server.adminUrl);
    url.pathname = `/${template}`;
    const adminUrl = url.toString();
    await applySchema(adminUrl);
    await migrateDatabase({ adminUrl, login: appLogin });
    // Cloning needs a database nobody is connected to.
    await admin`alter database ${admin(template)} with allow_connections false`;
    await admin.end();
  } catch (error) {
    await server.stop();
    throw error;
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`Integration tests use: ${server.description}, ready in ${seconds} s`);
  project.provide('testDatabase', { adminUrl: server.adminUrl, template, appLogin });
  return () => server.stop();
}
