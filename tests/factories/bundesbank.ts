import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A table as the Bundesbank's interface answers `?format=csv&lang=de`. */
export const seriesText = (
  name: string,
  unit: string,
  values: readonly (readonly [month: string, value: string, flag?: string])[],
) =>
  `\uFEFF${[
    `"";${name};${name}_FLAGS`,
    `"";"Eine Reihe; mit einem Titel";`,
    `Einheit;${unit};`,
    'Dimension;Eins;',
    'Stand vom;2026-11-20 10:15:00;',
    ...values.map(([month, value, flag = '']) => `${month};${value};${flag}`),
    '"";Bemerkung zu 2026-07: Ab 1. Juli 1,52%;',
  ].join('\n')}\n`;

export const baseRates = (values: readonly (readonly [string, string, string?])[]) =>
  seriesText('BBIN1.M.DE.BBK.BBKBAS2.EUR.ME', '% p.a.', values);
export const priceIndices = (values: readonly (readonly [string, string, string?])[]) =>
  seriesText('BBDP1.M.DE.N.VPI.C.A00000.I20.A', '2020 = 100', values);

/** A server that speaks the interface under `/rest/data/{flow}/{key}`, and counts who asks what. */
export async function startBundesbank(texts: { rates: string; indices: string }, instead?: RequestListener) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (instead) return instead(request, response);
    const url = new URL(request.url ?? '', 'http://localhost');
    const text =
      url.searchParams.get('format') !== 'csv'
        ? undefined
        : {
            '/rest/data/BBIN1/M.DE.BBK.BBKBAS2.EUR.ME': texts.rates,
            '/rest/data/BBDP1/M.DE.N.VPI.C.A00000.I20.A': texts.indices,
          }[url.pathname];
    if (text === undefined) return response.writeHead(404).end('{"title":"Not Found"}');
    response.writeHead(200, { 'content-type': 'application/vnd.bbk.data+csv;version=1.0.0' }).end(text);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/rest`,
    asked,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
