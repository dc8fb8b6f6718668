import { TRPCClientError } from '@trpc/client';

async function isJson(response: Response): Promise<boolean> {
  if (!/\bjson\b/i.test(response.headers.get('content-type') ?? '')) return false;
  if (response.ok) return true;
  const text = await response.clone().text();
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * `fetch` for the calls of procedures. tRPC takes an answer that is no JSON, such as a gateway's page, for no answer
 * at all; here it fails with its status, which says whether to try again.
 * @throws TRPCClientError with the response in its `meta`
 */
export const fetchJson: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (await isJson(response)) return response;
  throw TRPCClientError.from(new Error(`status ${response.status}, no JSON`), { meta: { response } });
};
