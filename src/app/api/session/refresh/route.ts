import { createSupabaseServerClient } from '@/auth/supabase-server';
import { isForeignRequest } from '@/lib/request';

/** A new access token for a page whose calls were answered with 401. 204, or 401 when signing in is needed. */
export async function POST(request: Request): Promise<Response> {
  const headers = { 'cache-control': 'private, no-store' };
  if (isForeignRequest(request.headers)) return new Response(null, { status: 403, headers });
  const supabase = await createSupabaseServerClient();
  const { data } = await supabase.auth.refreshSession();
  return new Response(null, { status: data.session ? 204 : 401, headers });
}
