import { isAuthRetryableFetchError } from '@supabase/supabase-js';
import { createSupabaseServerClient } from '@/auth/server/supabase-server';
import { refreshPatienceMs } from '@/auth/supabase-options';
import { isForeignRequest } from '@/lib/server/request';

type Answer = { status: number; problem?: string };

async function renew(): Promise<Answer> {
  const supabase = await createSupabaseServerClient();
  const { data, error } = await supabase.auth.refreshSession();
  if (data.session) return { status: 204 };
  if (isAuthRetryableFetchError(error)) return { status: 503 };
  return { status: 401, problem: error?.code ?? 'session_not_found' };
}

/**
 * A new access token for a page whose calls were answered with 401: 204; 401 and the auth server's code when
 * signing in is needed; 503 when the auth server cannot say.
 */
export async function POST(request: Request): Promise<Response> {
  const headers = { 'cache-control': 'private, no-store' };
  if (isForeignRequest(request.headers)) return new Response(null, { status: 403, headers });
  const late = new Promise<Answer>((resolve) => {
    setTimeout(() => resolve({ status: 503 }), refreshPatienceMs).unref();
  });
  const { status, problem = null } = await Promise.race([renew(), late]);
  return new Response(problem, {
    status,
    headers: { ...headers, ...(status === 503 && { 'retry-after': '2' }) },
  });
}
