import { isAuthRetryableFetchError } from '@supabase/supabase-js';
import { refreshPatienceMs } from '@/auth/supabase-options';
import { createSupabaseServerClient } from '@/auth/supabase-server';
import { isForeignRequest } from '@/lib/request';

async function renew(): Promise<number> {
  const supabase = await createSupabaseServerClient();
  const { data, error } = await supabase.auth.refreshSession();
  if (data.session) return 204;
  return isAuthRetryableFetchError(error) ? 503 : 401;
}

/**
 * A new access token for a page whose calls were answered with 401: 204; 401 when signing in is needed;
 * 503 when the auth server cannot say.
 */
export async function POST(request: Request): Promise<Response> {
  const headers = { 'cache-control': 'private, no-store' };
  if (isForeignRequest(request.headers)) return new Response(null, { status: 403, headers });
  const late = new Promise<number>((resolve) => {
    setTimeout(resolve, refreshPatienceMs, 503).unref();
  });
  return new Response(null, { status: await Promise.race([renew(), late]), headers });
}
