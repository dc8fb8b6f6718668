import { findIcons } from '@/lib/server/icon-collection';

const maxUrlLength = 500;
const refuse = (status: number, error: string) =>
  Response.json({ error }, { status, headers: { 'cache-control': 'no-store' } });

/** `/api/icons/{collection}.json?icons=a,b` in the wire format of Iconify's service. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ file: string }> },
): Promise<Response> {
  const url = new URL(request.url);
  if (url.pathname.length + url.search.length > maxUrlLength) return refuse(414, 'address too long');
  const collection = /^([a-z0-9-]+)\.json$/.exec((await params).file)?.[1];
  const names = (url.searchParams.get('icons') ?? '').split(',').filter((name) => name !== '');
  if (collection === undefined) return refuse(404, 'unknown collection');
  const icons = await findIcons(collection, names);
  if (!icons) return refuse(404, 'unknown collection');
  if (names.length === 0) return refuse(400, 'icons is missing');
  return Response.json(icons, { headers: { 'cache-control': 'public, max-age=604800' } });
}
