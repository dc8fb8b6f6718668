import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { contentSecurityPolicy, inlineScriptHashes, scriptHash } from './content-security-policy';

const surroundings = { supabaseUrl: 'https://abc.supabase.co/', isDevelopment: false };
const directive = (policy: string, name: string) =>
  policy
    .split('; ')
    .find((one) => one.startsWith(`${name} `))
    ?.split(' ')
    .slice(1);

describe('the policy of a page', () => {
  test('lets no inline script run that is not vouched for', () => {
    const policy = contentSecurityPolicy({ nonce: 'bm9uY2U=', hashes: ["'sha256-x'"] }, surroundings);
    expect(directive(policy, 'script-src')).toEqual(["'self'", "'nonce-bm9uY2U='", "'sha256-x'"]);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(directive(policy, 'object-src')).toEqual(["'none'"]);
    expect(directive(policy, 'frame-ancestors')).toEqual(["'none'"]);
  });

  test('names the project’s address without its path', () => {
    const policy = contentSecurityPolicy({ hashes: [] }, surroundings);
    expect(directive(policy, 'connect-src')).toEqual(["'self'", 'https://abc.supabase.co']);
  });

  test('lets pages ask the configured icon services', () => {
    const policy = contentSecurityPolicy(
      { hashes: [] },
      { ...surroundings, iconHosts: ['https://icons.example'] },
    );
    expect(directive(policy, 'connect-src')).toContain('https://icons.example');
  });

  test('lets only a developer’s server evaluate text', () => {
    const policy = contentSecurityPolicy({ hashes: [] }, { ...surroundings, isDevelopment: true });
    expect(directive(policy, 'script-src')).toContain("'unsafe-eval'");
  });
});

describe('the inline scripts of a page', () => {
  const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

  test('are hashed as they stand, each once; files are not', () => {
    const html =
      '<script>a()</script><script src="/x.js" async=""></script><script id="r">b(1)\n</script><script>a()</script>';
    expect(inlineScriptHashes(html)).toEqual([sha('a()'), sha('b(1)\n')]);
  });

  test("alert('Hello, world.') has the hash the specification gives", () => {
    // https://www.w3.org/TR/CSP3/#external-hash, §8.3
    expect(scriptHash("alert('Hello, world.');")).toBe(
      "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='",
    );
  });
});
