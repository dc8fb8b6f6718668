import { randomUUID } from 'node:crypto';
import { applySchema } from '@hausbuch/supabase-embedded';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { inDatabase } from './admin-urls.ts';
import { findTestCluster, spreadTemplate } from './cluster.ts';
import { startTestServer } from './database-server.ts';
import { onEachServer } from './every-server.ts';

const template = `hausbuch_template_${randomUUID().slice(0, 8)}`;
const appLogin = { name: 'hausbuch', password: 'test' };

declare module 'vitest' {
  interface ProvidedContext {
    testDatabase: {
      adminUrl: string;
      /** Of a cluster all nodes, the coordinator first; else the one server. */
      servers: string[];
      template: string;
      appLogin: { name: string; password: string };
    };
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const started = performance.now();
  const cluster = process.env.TEST_CITUS ? await findTestCluster(process.env.TEST_CITUS) : null;
  const server = cluster ?? (await startTestServer());
  const servers = cluster?.urls ?? [server.adminUrl];
  const adminUrl = inDatabase(server.adminUrl, template);
  const removeTemplate = () =>
    onEachServer(servers, (sql) => sql`drop database if exists ${sql(template)} with (force)`);
  try {
    await onEachServer(servers, (sql) => sql`create database ${sql(template)}`);
    await applySchema(adminUrl);
    if (cluster) await spreadTemplate(cluster, template, appLogin);
    else await migrateDatabase({ adminUrl, login: appLogin, supabaseSecretKey: 'sb_secret_test' });
    // Cloning needs a database nobody is connected to, the process that Citus keeps in it included.
    await onEachServer(servers, async (sql) => {
      await sql`alter database ${sql(template)} with allow_connections false`;
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${template}`;
    });
  } catch (error) {
    if (cluster) await removeTemplate();
    await server.stop();
    throw error;
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`Integration tests use: ${server.description}, ready in ${seconds} s`);
  project.provide('testDatabase', { adminUrl: server.adminUrl, servers, template, appLogin });
  return async () => {
    if (cluster) await removeTemplate();
    await server.stop();
  };
}
