import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import type { Hono } from 'hono';
import { errorCodeOf } from './errors.ts';

export interface Listener {
  port: number;
  close(): Promise<void>;
}

export interface Patience {
  /** What the header of a request may take. */
  headersMs: number;
  /** How often a body is looked at, and what must have come meanwhile: a large file may take as long as it needs. */
  everyMs: number;
  leastBytes: number;
}

/** A tenth of what the slowest of mobile lines carries. */
const usual: Patience = { headersMs: 15_000, everyMs: 15_000, leastBytes: 15_000 };

/** Requests get this long to finish when the server closes. */
const closeLimitMs = 2_000;

/** Ends connections whose body dawdles: Node has a limit for the whole of it only, which files would need hours of. */
function endSlowRequests(server: ServerType, { everyMs, leastBytes }: Patience): void {
  server.on('request', (request: IncomingMessage) => {
    const { socket } = request;
    let read = socket.bytesRead;
    const timer = setInterval(() => {
      if (request.complete) return clearInterval(timer);
      if (socket.bytesRead - read < leastBytes) socket.destroy();
      read = socket.bytesRead;
    }, everyMs);
    request.once('close', () => clearInterval(timer));
  });
}

/** Answers at an address until it is closed. */
export function listen(
  fetch: Hono['fetch'],
  host: string,
  port: number,
  patience: Patience = usual,
): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const serverOptions = {
      requestTimeout: 0,
      headersTimeout: patience.headersMs,
      connectionsCheckingInterval: Math.ceil(patience.headersMs / 3),
    };
    const server = serve({ fetch, hostname: host, port, serverOptions }, (address: AddressInfo) => {
      resolve({
        port: address.port,
        close: () =>
          new Promise<void>((closed) => {
            const late = setTimeout(() => {
              if ('closeAllConnections' in server) server.closeAllConnections();
            }, closeLimitMs);
            server.close(() => {
              clearTimeout(late);
              closed();
            });
            if ('closeIdleConnections' in server) server.closeIdleConnections();
          }),
      });
    });
    endSlowRequests(server, patience);
    server.on('error', (error: Error) => {
      const taken = errorCodeOf(error) === 'EADDRINUSE';
      reject(taken ? new Error(`Port ${port} is taken by another program.`) : error);
    });
  });
}
