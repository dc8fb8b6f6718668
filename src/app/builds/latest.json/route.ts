import { getBuildManifest } from '../manifest';

export const dynamic = 'force-dynamic';

/** The build this server runs; open pages ask for it to learn that there is a newer one. */
export async function GET(): Promise<Response> {
  const { id, timestamp } = await getBuildManifest();
  return Response.json({ id, timestamp }, { headers: { 'cache-control': 'no-cache' } });
}
