import type { IncomingMessage } from 'node:http';
import type { ServerType } from '@hono/node-server';

/** A tenth of what the slowest of mobile lines carries; a large file may take as long as it needs. */
const usual = { everyMs: 15_000, leastBytes: 15_000 };

/** Ends connections whose body dawdles: Node has a limit for the whole of it only, which files would need hours of. */
export function endSlowRequests(server: ServerType, { everyMs, leastBytes } = usual): void {
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
