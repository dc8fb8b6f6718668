import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { z } from 'zod';

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Addresses and networks: `10.0.0.2, 172.30.77.0/24`. */
export const trustedProxies = z.string().transform((text, context) => {
  const list = new BlockList();
  for (const entry of text.split(/[\s,]+/).filter((part) => part !== '')) {
    const [address = '', bits] = entry.split('/');
    try {
      if (bits === undefined) list.addAddress(address, familyOf(address));
      else list.addSubnet(address, /^\d+$/.test(bits) ? Number(bits) : -1, familyOf(address));
    } catch {
      context.issues.push({ code: 'custom', message: 'must be addresses or networks', input: text });
      return z.NEVER;
    }
  }
  return list;
});

const loopback = trustedProxies.parse('127.0.0.0/8, ::1');

const words = /^(forwarded|x-forwarded-(for|host|proto|port|prefix|server)|x-real-ip)$/;

/**
 * Takes away what somebody who is no proxy of ours says of address, host and scheme. A proxy on this machine that
 * nobody has named is believed about address and scheme: many of them hand a visitor's `X-Forwarded-Host` on unread.
 */
export function dropUntrusted(request: IncomingMessage, proxies: BlockList | undefined): void {
  const peer = (request.socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
  const isTrusted = isIP(peer) !== 0 && (proxies ?? loopback).check(peer, familyOf(peer));
  const isForged = (name: string) =>
    words.test(name) && !(isTrusted && (proxies !== undefined || name !== 'x-forwarded-host'));
  for (const name of Object.keys(request.headers)) if (isForged(name)) delete request.headers[name];
  request.rawHeaders = request.rawHeaders.filter(
    (_, index, all) => !isForged((all[index - (index % 2)] ?? '').toLowerCase()),
  );
}
