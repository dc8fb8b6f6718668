import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from './config.ts';
import { loadKeys } from './keys.ts';

/** What a client needs of an installation. */
export interface Access {
  url: string;
  publishableKey: string;
  secretKey: string;
}

const addressFile = (dataDir: string) => join(dataDir, 'supabase', 'address.json');
const address = z.object({ url: z.string() });

export function keepAddress(dataDir: string, url: string): void {
  writeFileSync(addressFile(dataDir), `${JSON.stringify({ url })}\n`);
}

/** Where the server of this data runs, or ran last; null before its first start. */
export function lastAddress(dataDir: string): string | null {
  if (!existsSync(addressFile(dataDir))) return null;
  return address.safeParse(JSON.parse(readFileSync(addressFile(dataDir), 'utf8'))).data?.url ?? null;
}

/**
 * How to reach the server of a data folder; its keys are made when it has none yet.
 * @param url where it is, if that is known better than by its last start
 */
export async function readAccess(dataDir: string, config: Config, url?: string): Promise<Access> {
  const { publishableKey, secretKey } = await loadKeys(dataDir, config);
  const known = url ?? lastAddress(dataDir);
  if (!known) throw new Error(`No server has run on ${dataDir} yet, so nobody knows its address.`);
  return { url: known, publishableKey, secretKey };
}
