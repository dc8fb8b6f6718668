import { operator } from '@/lib/server/env';
import { requestOrigin } from '@/lib/server/request';
import { securityTxt } from '@/lib/server/security-txt';

export function GET(request: Request): Response {
  const text = securityTxt(operator(), requestOrigin(request.headers, new URL(request.url)), new Date());
  if (text === null) return new Response(null, { status: 404 });
  return new Response(text, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'private, max-age=3600' },
  });
}
