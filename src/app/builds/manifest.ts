import 'server-only';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { buildId } from '@/lib/build';

export type BuildManifest = {
  id: string;
  /** When the build was made, in milliseconds; null while developing. */
  timestamp: number | null;
  /** Pages that were rendered while building. */
  prerendered: string[];
};

const file = (name: string) => path.join(process.cwd(), '.next', name);
const prerenderManifest = z.object({ routes: z.record(z.string(), z.unknown()) });

async function readManifest(): Promise<BuildManifest> {
  if (buildId === 'development') return { id: buildId, timestamp: null, prerendered: [] };
  const [written, { mtimeMs }] = await Promise.all([
    readFile(file('prerender-manifest.json'), 'utf8'),
    stat(file('BUILD_ID')),
  ]);
  const { routes } = prerenderManifest.parse(JSON.parse(written));
  const pages = Object.keys(routes).filter((route) => !/\.|^\/_/.test(route));
  return { id: buildId, timestamp: Math.round(mtimeMs), prerendered: pages.sort() };
}

let manifest: Promise<BuildManifest> | undefined;

/** What this server runs; read once, since a running server never changes its build. */
export function getBuildManifest(): Promise<BuildManifest> {
  manifest ??= readManifest().catch((error: unknown) => {
    manifest = undefined;
    throw error;
  });
  return manifest;
}
