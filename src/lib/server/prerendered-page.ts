import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { inlineScriptHashes } from './content-security-policy.ts';
import { describeError, log } from './log.ts';

const built = (name: string) => path.join(process.cwd(), '.next', name);

const readHtml = (route: string) => readFile(built(`server/app${route}.html`), 'utf8').catch(() => null);

async function readHashes(): Promise<Map<string, readonly string[]>> {
  const manifest: { routes?: Record<string, unknown> } = JSON.parse(
    await readFile(built('prerender-manifest.json'), 'utf8'),
  );
  const pages = await Promise.all(
    Object.keys(manifest.routes ?? {}).map(async (route) => {
      const html = await readHtml(route);
      return html === null ? null : ([route, inlineScriptHashes(html)] as const);
    }),
  );
  return new Map(pages.filter((page) => page !== null));
}

let hashes: Promise<Map<string, readonly string[]>> | undefined;

/**
 * The inline scripts of a page that was rendered while building (`/en/what`), which no nonce can reach;
 * null for a page that is rendered anew each time. Of a production build only.
 */
export async function hashesOfPrerendered(route: string): Promise<readonly string[] | null> {
  hashes ??= readHashes().catch((error: unknown) => {
    // Those pages then show without their scripts, which nobody would understand without this line.
    log().error({ event: 'prerendered_pages_unreadable', error: describeError(error) });
    return new Map();
  });
  return (await hashes).get(route) ?? null;
}

/** A page that was rendered while building, as it was then; null for any other. */
export async function prerenderedHtml(route: string): Promise<string | null> {
  return (await hashesOfPrerendered(route)) === null ? null : readHtml(route);
}
