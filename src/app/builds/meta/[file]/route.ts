import { getBuildManifest } from '../../manifest';

/** `/builds/meta/{buildId}.json`: the manifest of the running build; those of others are gone with them. */
export async function GET(_: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const [{ file }, manifest] = await Promise.all([params, getBuildManifest()]);
  if (file !== `${manifest.id}.json`) return Response.json({ error: 'unknown build' }, { status: 404 });
  const isFinal = manifest.timestamp !== null;
  const caching = isFinal ? 'public, max-age=31536000, immutable' : 'no-cache';
  return Response.json(manifest, { headers: { 'cache-control': caching } });
}
