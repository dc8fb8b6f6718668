/**
 * SHA-256 of a file in hex, to find one that is kept already; null where browsers do not count (pages without
 * TLS) or cannot read the file, for then the upload itself will tell.
 */
export async function checksumOf(file: File): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch {
    return null;
  }
}
