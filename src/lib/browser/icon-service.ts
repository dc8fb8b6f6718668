import { _api, addAPIProvider } from '@iconify/react';

/** Our own endpoint, as a host among others. */
const ownIconHost = '/api/icons';

const isIconSet = (data: unknown): boolean =>
  typeof data === 'object' &&
  data !== null &&
  'prefix' in data &&
  typeof data.prefix === 'string' &&
  'icons' in data &&
  typeof data.icons === 'object' &&
  data.icons !== null;

/** An answer that is no set of icons counts as a failure of that host, so that the next one is asked. */
async function fetchIcons(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (response.status !== 200) return response;
  const data: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  if (isIconSet(data)) return response;
  console.error('Failed to load custom icons');
  return new Response(null, { status: 502 });
}

/**
 * Where icons that are named only at run time come from: `hosts` in their order, else our own endpoint. An
 * address has at most 500 characters (more icons: more requests); a silent host is joined by the next one after
 * 750 ms and all are given up after 5 s; 404 ends the search, any other failure goes on to the next host.
 * To be called before the first icon is asked for.
 */
export function setIconHosts(hosts: readonly string[], provider = ''): void {
  _api.setFetch(fetchIcons);
  addAPIProvider(provider, {
    resources: hosts.length > 0 ? [...hosts] : [ownIconHost],
    path: '/',
    maxURL: 500,
    rotate: 750,
    timeout: 5_000,
  });
}
