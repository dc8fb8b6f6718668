import { signInAgain } from '@/features/account/again-steps';
import { isForeignRequest } from '@/lib/server/request';

/** Far more than an address and a password take. */
const maxBytes = 16_384;

/** Signing in again on a page that holds unsaved entries: answers as the form on the sign-in page would. */
export async function POST(request: Request): Promise<Response> {
  const headers = { 'cache-control': 'private, no-store' };
  const refuse = (status: number) => new Response(null, { status, headers });
  if (isForeignRequest(request.headers)) return refuse(403);
  const length = Number(request.headers.get('content-length'));
  if (!(length > 0)) return refuse(411);
  if (length > maxBytes) return refuse(413);
  const form = await request.formData().catch(() => null);
  if (!form) return refuse(400);
  return Response.json(await signInAgain(form), { headers });
}
