import net from 'node:net';

/**
 * Stands between an app and Postgres and counts the statements that go through. `cut` names one of them, counted over
 * all connections since it was set, and where the line breaks: before Postgres hears of it, or before it can answer.
 */
export async function startFaultyProxy(url: string) {
  const { hostname, port } = new URL(url);
  const state: {
    seen: number;
    cut: { at: number; when: 'unheard' | 'unanswered' } | null;
    isSilent: boolean;
  } = {
    seen: 0,
    cut: null,
    isSilent: false,
  };
  const open = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const upstream = net.connect({ host: hostname, port: Number(port) });
    open.add(client);
    client.setNoDelay(true);
    upstream.setNoDelay(true);
    let waiting = Buffer.alloc(0);
    let isStarted = false;
    let isDeaf = false;
    const end = () => {
      open.delete(client);
      client.resetAndDestroy();
      upstream.destroy();
    };
    client.on('error', () => {}).on('close', end);
    upstream
      .on('error', () => {})
      .on('close', () => {
        if (!state.isSilent) end();
      })
      .on('data', (bytes) => {
        if (!isDeaf && !state.isSilent) client.write(bytes);
      });
    client.on('data', (bytes) => {
      if (state.isSilent) return;
      waiting = Buffer.concat([waiting, bytes]);
      for (;;) {
        const head = isStarted ? 1 : 0;
        if (waiting.length < head + 4) return;
        const length = head + waiting.readInt32BE(head);
        if (waiting.length < length) return;
        const kind = isStarted ? String.fromCharCode(waiting[0] ?? 0) : '';
        const message = waiting.subarray(0, length);
        waiting = waiting.subarray(length);
        isStarted = true;
        // A simple query, or the binding of values to a statement.
        if (kind === 'Q' || kind === 'B') state.seen += 1;
        const isCut = (kind === 'Q' || kind === 'B') && state.cut?.at === state.seen;
        if (isCut && state.cut?.when === 'unheard') return end();
        upstream.write(message);
        if (isCut) isDeaf = true;
        if (isDeaf && (kind === 'Q' || kind === 'S')) {
          // Postgres has all of it: let it work, and break the line before the answer is through.
          setTimeout(end, 5);
          return;
        }
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(address.port);
  return {
    url: through.toString(),
    state,
    /** Ends every connection at once, as when another server takes over. */
    failOver: () => {
      for (const socket of open) socket.resetAndDestroy();
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
