import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { type Keys, roleOfApiKey } from './keys.ts';

export interface ClientAddress {
  address: string;
  /** False for processes of this very machine that name no one else: limits per address would hit everybody behind them. */
  limited: boolean;
}

function plain(address: string | undefined): string | undefined {
  const trimmed = address?.trim().replace(/^::ffff:/i, '');
  return trimmed !== undefined && isIP(trimmed) !== 0 ? trimmed : undefined;
}

/**
 * Whom a request counts for: the visitor the application's server names (believed with the secret key
 * only), else the one a proxy on this machine names, else the peer.
 */
export function clientAddress(c: Context, keys: Keys): ClientAddress {
  const named = plain(c.req.header('sb-forwarded-for')?.split(',')[0]);
  if (named && roleOfApiKey(keys, c.req.header('apikey')) === 'service_role') {
    return { address: named, limited: true };
  }
  const peer = plain(getConnInfo(c).remote.address) ?? '0.0.0.0';
  const isLoopback = peer === '::1' || peer.startsWith('127.');
  if (!isLoopback) return { address: peer, limited: true };
  // The last entry is the one the nearest proxy wrote; those before it are the visitor's own words.
  const forwarded = plain(c.req.header('x-forwarded-for')?.split(',').at(-1));
  if (forwarded) return { address: forwarded, limited: true };
  // One machine, whichever of its two loopback addresses a request happened to take.
  return { address: '127.0.0.1', limited: false };
}
