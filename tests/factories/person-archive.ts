import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportPerson } from '@/features/export/person-steps';
import { transactionsFor } from '@/trpc/procedures';
import type { TestDatabase } from '../setup/database.ts';
import { createTestContext, testStorage } from './session.ts';

type Asked = { userId: string; portfolioId: string; tenantId: string };
export type Row = Record<string, unknown>;

/** The archive about a tenant, as the route makes it, and what open windows are told of it. */
export async function answerAbout(database: TestDatabase, { userId, portfolioId, tenantId }: Asked) {
  const context = await createTestContext({ appUrl: database.appUrl, userId, portfolioId });
  const verifiedSession = await context.session();
  const demands = { asksSession: true, isSnapshot: true };
  const inTransaction = transactionsFor({ ...context, verifiedSession }, ['manager', 'owner'], demands);
  const answer = await exportPerson(inTransaction, testStorage, context.language, tenantId);
  return { ...answer, changed: [...context.origin.changed] };
}

/** The same unpacked: the rows by table, every text by its name, and the names of the enclosed files. */
export async function readAnswer(database: TestDatabase, asked: Asked) {
  const { name, body, changed } = await answerAbout(database, asked);
  const folder = mkdtempSync(join(tmpdir(), 'hausbuch-read-answer-'));
  try {
    const zip = join(folder, 'answer.zip');
    writeFileSync(zip, Buffer.from(await new Response(body).arrayBuffer()));
    execFileSync('python3', ['-m', 'zipfile', '-e', zip, join(folder, 'answer')]);
    const all = readdirSync(join(folder, 'answer'), { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => join(one.parentPath, one.name).slice(join(folder, 'answer').length + 1));
    const files = all.filter((one) => one.startsWith('documents/'));
    const texts = new Map(
      all
        .filter((one) => !files.includes(one))
        .map((one) => [one, readFileSync(join(folder, 'answer', one), 'utf8')] as const),
    );
    const { tables }: { tables: Record<string, Row[]> } = JSON.parse(texts.get('tenant.json') ?? '{}');
    const bytes = (file: string) => readFileSync(join(folder, 'answer', file));
    return { name, changed, tables, texts, files: new Map(files.map((file) => [file, bytes(file)])) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
