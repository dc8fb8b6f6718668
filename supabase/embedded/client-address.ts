import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { type Keys, roleOfApiKey } from './keys.ts';

export interface ClientAddress {
  address: string;
  /** What limits count: of IPv6 the first 64 bits, since one household has all that begin so. */
  network: string;
  /** False for processes of this very machine that name no one else: limits per address would hit everybody behind them. */
  limited: boolean;
}

/** Without the port that some proxies name behind it, which is another one for each connection. */
function plain(address: string | undefined): string | undefined {
  const trimmed = address
    ?.trim()
    .replace(/^\[(.+)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/^::ffff:/i, '');
  return trimmed !== undefined && isIP(trimmed) !== 0 ? trimmed : undefined;
}

function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const [left, right] = [head, tail].map((part) => part.split(':').filter(Boolean));
  const [first, last] = [left ?? [], right ?? []];
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  const groups = [...first, ...zeros, ...last].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

const countedBy = (address: string): ClientAddress => ({
  address,
  network: networkOf(address),
  limited: true,
});

/**
 * Whom a request counts for: the visitor the application's server names (believed with the secret key
 * only), else the one a proxy on this machine names, else the peer.
 */
export function clientAddress(c: Context, keys: Keys): ClientAddress {
  const named = plain(c.req.header('sb-forwarded-for')?.split(',')[0]);
  if (named && roleOfApiKey(keys, c.req.header('apikey')) === 'service_role') {
    return countedBy(named);
  }
  const peer = plain(getConnInfo(c).remote.address) ?? '0.0.0.0';
  const isLoopback = peer === '::1' || peer.startsWith('127.');
  if (!isLoopback) return countedBy(peer);
  // The last entry is the one the nearest proxy wrote; those before it are the visitor's own words.
  const forwarded = plain(c.req.header('x-forwarded-for')?.split(',').at(-1));
  if (forwarded) return countedBy(forwarded);
  // One machine, whichever of its two loopback addresses a request happened to take.
  return { address: '127.0.0.1', network: '127.0.0.1', limited: false };
}
