import { createHash } from 'node:crypto';

/** Where scripts of one page may come from, beside our own files. */
export type ScriptSources = { nonce?: string; hashes: readonly string[] };

/** `'sha256-…'` of an inline script, as a policy names it (CSP 3, §2.3.1). */
export function scriptHash(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** The hashes of every inline script of a page, each once. */
export function inlineScriptHashes(html: string): string[] {
  return [...new Set([...html.matchAll(inlineScript)].map(([, script]) => scriptHash(script ?? '')))];
}

/**
 * The policy of a page: our own scripts, those inline ones we vouch for, the Supabase project's files, icon services.
 * Styles may stand inline: React writes `style` attributes, which run nothing.
 */
export function contentSecurityPolicy(
  scripts: ScriptSources,
  {
    supabaseUrl,
    iconHosts = [],
    isDevelopment,
  }: { supabaseUrl: string; iconHosts?: readonly string[]; isDevelopment: boolean },
): string {
  const supabase = new URL(supabaseUrl).origin;
  const vouched = [...(scripts.nonce ? [`'nonce-${scripts.nonce}'`] : []), ...scripts.hashes];
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...vouched, ...(isDevelopment ? ["'unsafe-eval'"] : [])],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', supabase],
    'font-src': ["'self'"],
    'connect-src': ["'self'", supabase, ...iconHosts, ...(isDevelopment ? ['ws:'] : [])],
    'frame-src': ["'self'", 'blob:', supabase],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'", supabase],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
