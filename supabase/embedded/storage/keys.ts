import { failure } from './errors.ts';

// The characters Supabase accepts. `#`, `%`, `~` and letters beyond ASCII are refused there as well.
const keyCharacters = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/;
const bucketCharacters = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]{1,100}$/;
const longestKey = 1024;

/**
 * Refuses keys a hosted project would refuse and, stricter than there, empty, `.` and `..` segments.
 * No key ever becomes a path on disk; the segments are refused because clients may read them as one.
 */
export function requireKey(key: string): string {
  const valid =
    key.length <= longestKey &&
    keyCharacters.test(key) &&
    key.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
  if (!valid) throw failure.invalidKey(key);
  return key;
}

export function requireBucketName(name: string): string {
  if (!bucketCharacters.test(name) || name !== name.trim() || /^\.{1,2}$/.test(name)) {
    throw failure.invalidBucketName();
  }
  return name;
}

const mimePattern = /^[a-zA-Z0-9!#$&^_.+-]+\/[a-zA-Z0-9!#$&^_.+-]+(?:\s*;[\x20-\x7e]*)?$/;
const allowedMimePattern = /^(?:\*|[a-zA-Z0-9.+-]+\/(?:\*|[a-zA-Z0-9.+-]+(?:;\s*charset=[a-zA-Z0-9-]+)?))$/;

/** Entries of a bucket's list of types: `image/png`, `image/*` or `*`. */
export function requireAllowedMimeTypes(types: readonly string[]): string[] {
  const named = types.filter((type) => type !== '');
  for (const type of named) {
    if (type.length > 1000 || !allowedMimePattern.test(type)) throw failure.mimeType(type);
  }
  return named;
}

/**
 * Refuses a type that is malformed or not on the list; an absent or empty list allows every type.
 * Parameters count, as at Supabase: `text/plain;charset=UTF-8` is not on the list `text/plain`.
 */
export function requireMimeType(mimeType: string, allowed: readonly string[] | null): string {
  if (mimeType.length > 255 || !mimePattern.test(mimeType)) throw failure.mimeType(mimeType);
  if (!allowed || allowed.length === 0) return mimeType;
  const family = mimeType.slice(0, mimeType.indexOf('/'));
  const listed = allowed.some((type) => type === '*' || type === mimeType || type === `${family}/*`);
  if (!listed) throw failure.mimeType(mimeType);
  return mimeType;
}

const unitBytes: Record<string, number> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 };

/** Bytes of `5242880` or `"20mb"`; a megabyte is 10⁶ bytes here. */
export function parseFileSize(value: number | string): number {
  const parts = typeof value === 'number' ? null : /^(\d+(?:\.\d+)?)\s*([kmg]?b)?$/i.exec(value.trim());
  const bytes =
    typeof value === 'number'
      ? value
      : Math.floor(Number(parts?.[1]) * (unitBytes[(parts?.[2] ?? 'b').toLowerCase()] ?? Number.NaN));
  if (!Number.isSafeInteger(bytes) || bytes < 0) {
    throw failure.invalidRequest('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B');
  }
  return bytes;
}
