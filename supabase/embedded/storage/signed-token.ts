import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { failure } from './errors.ts';

/** As long as a hosted project lets an upload URL live. */
const uploadTokenSeconds = 2 * 60 * 60;

const downloadClaims = z.object({ scope: z.literal('download'), url: z.string(), exp: z.int() });
const uploadClaims = z.object({
  scope: z.literal('upload'),
  url: z.string(),
  upsert: z.boolean(),
  owner: z.string().optional(),
  /** What the signer announced; nothing longer is taken. */
  maxBytes: z.int().optional(),
  exp: z.int(),
});
export type UploadGrant = z.infer<typeof uploadClaims>;
export type DownloadGrant = z.infer<typeof downloadClaims>;

// Never a claim `role` in here: a token in a URL must not be taken for a session anywhere.
function sign(claims: Record<string, unknown>, key: Uint8Array, seconds: number): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(key);
}

export function signDownload(
  key: Uint8Array,
  bucket: string,
  name: string,
  seconds: number,
): Promise<string> {
  return sign({ scope: 'download', url: `${bucket}/${name}` }, key, seconds);
}

export function signUpload(
  key: Uint8Array,
  bucket: string,
  name: string,
  grant: { upsert: boolean; owner: string | undefined; maxBytes?: number | undefined },
): Promise<string> {
  const claims = { scope: 'upload', url: `${bucket}/${name}`, ...grant };
  return sign(claims, key, uploadTokenSeconds);
}

async function verify(key: Uint8Array, token: string): Promise<unknown> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], requiredClaims: ['exp'] });
    return payload;
  } catch (error) {
    throw failure.invalidToken(error instanceof errors.JOSEError ? error.message : 'Invalid JWT');
  }
}

/** The claims of a download token made for exactly this object; anything else is refused. */
export async function verifyDownload(
  key: Uint8Array,
  token: string,
  bucket: string,
  name: string,
): Promise<DownloadGrant> {
  const claims = downloadClaims.safeParse(await verify(key, token));
  if (!claims.success) throw failure.invalidSignature('Token is not scoped for download');
  if (claims.data.url !== `${bucket}/${name}`) throw failure.invalidSignature();
  return claims.data;
}

/** The claims of an upload token made for exactly this object; anything else is refused. */
export async function verifyUpload(
  key: Uint8Array,
  token: string,
  bucket: string,
  name: string,
): Promise<UploadGrant> {
  const claims = uploadClaims.safeParse(await verify(key, token));
  if (!claims.success) throw failure.invalidSignature('Token is not scoped for upload');
  if (claims.data.url !== `${bucket}/${name}`) throw failure.invalidSignature();
  return claims.data;
}
