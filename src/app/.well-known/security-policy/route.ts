import { readFile } from 'node:fs/promises';
import path from 'node:path';

export const dynamic = 'force-static';

/** SECURITY.md: how to report a fault, and what protects the data. */
export async function GET(): Promise<Response> {
  const text = await readFile(path.join(process.cwd(), 'SECURITY.md'), 'utf8');
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
