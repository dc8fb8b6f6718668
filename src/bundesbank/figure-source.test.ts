import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { baseRates, priceIndices, seriesText, startBundesbank } from '../../tests/factories/bundesbank.ts';
import { figureSource } from './figure-source.ts';
import { readFigures } from './series.ts';

const rates = baseRates([
  ['2022-12', '-0,88'],
  ['2023-01', '1,62', 'Bemerkung'],
  ['2023-02', '1,62'],
  ['2026-07', '1,52', 'Bemerkung'],
]);
const indices = priceIndices([
  ['2023-12', '117,4'],
  ['2024-01', '117,6'],
  ['2024-02', '.', 'Kein Wert vorhanden'],
  ['2026-10', '125,0', 'Geschätzter Wert'],
]);
const found = [
  { kind: 'base_rate', validFrom: '2022-07-01', value: -88 },
  { kind: 'base_rate', validFrom: '2023-01-01', value: 162 },
  { kind: 'base_rate', validFrom: '2026-07-01', value: 152 },
  { kind: 'consumer_price_index', validFrom: '2023-12-01', value: 117_400 },
  { kind: 'consumer_price_index', validFrom: '2024-01-01', value: 117_600 },
];

const running: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});
async function serve(texts: Partial<{ rates: string; indices: string }> = {}, instead?: RequestListener) {
  const server = await startBundesbank({ rates, indices, ...texts }, instead);
  running.push(server);
  return server;
}
const ask = (url: string, patienceMs = 2_000) => figureSource({ mode: 'asked', url, patienceMs }).newest();

describe('what the Bundesbank publishes', () => {
  it('both series whole; months of a half-year are one rate; what is missing or estimated is left out', async () => {
    const server = await serve();
    expect(await ask(server.url)).toEqual(found);
    expect(server.asked).toEqual([
      '/rest/data/BBIN1/M.DE.BBK.BBKBAS2.EUR.ME?format=csv&lang=de',
      '/rest/data/BBDP1/M.DE.N.VPI.C.A00000.I20.A?format=csv&lang=de',
    ]);
  });

  it('the same table with commas and decimal points, as it is in English', () => {
    const name = 'BBDP1.M.DE.N.VPI.C.A00000.I20.A';
    const text = `"",${name},${name}_FLAGS\n"","A title, with a comma",\nunit,2020=100,\n2023-12,117.4,\n2024-01,117.6,\n`;
    expect(readFigures('consumer_price_index', text).map((one) => one.value)).toEqual([117_400, 117_600]);
  });

  it('before 2002 the rate changed within a half-year: left out, and what follows is read', () => {
    const text = baseRates([
      ['2001-07', '4,26'],
      ['2001-09', '3,62'],
      ['2001-12', '2,71'],
      ['2002-01', '2,57'],
      ['2002-07', '2,47'],
    ]);
    expect(readFigures('base_rate', text)).toEqual([
      { kind: 'base_rate', validFrom: '2002-01-01', value: 257 },
      { kind: 'base_rate', validFrom: '2002-07-01', value: 247 },
    ]);
  });

  it('switched off, nobody is asked', async () => {
    const server = await serve();
    const source = figureSource({ mode: 'off', url: server.url });
    await expect(source.newest()).rejects.toMatchObject({ code: 'legal.source_off' });
    expect(server.asked).toEqual([]);
  });
});

describe('an answer that is none', () => {
  it('nobody listens there', async () => {
    const server = await serve();
    await server.close();
    await expect(ask(server.url)).rejects.toMatchObject({ code: 'legal.source_unreachable' });
  });

  it('it does not come in time, before its head or in the middle', async () => {
    const silent = await serve({}, () => {});
    await expect(ask(silent.url, 200)).rejects.toMatchObject({ code: 'legal.source_slow' });
    const dawdling = await serve({}, (_, response) => {
      response.writeHead(200).write('"";BBIN1');
    });
    await expect(ask(dawdling.url, 200)).rejects.toMatchObject({ code: 'legal.source_slow' });
  });

  it('it breaks off', async () => {
    const { url } = await serve({}, (_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('"";BBIN1');
      setTimeout(() => response.destroy(), 20);
    });
    await expect(ask(url)).rejects.toMatchObject({ code: 'legal.source_unreachable' });
  });

  it.each([301, 302, 307])('a redirect (%i) is not followed, wherever it leads', async (status) => {
    const inside = await serve();
    const { url } = await serve({}, (_, response) => {
      response
        .writeHead(status, { location: `${inside.url}/data/BBIN1/M.DE.BBK.BBKBAS2.EUR.ME?format=csv` })
        .end();
    });
    await expect(ask(url)).rejects.toMatchObject({ code: 'legal.source_moved' });
    expect(inside.asked).toEqual([]);
  });

  it.each([204, 404, 406, 500, 503])('status %i', async (status) => {
    const { url } = await serve({}, (_, response) => response.writeHead(status).end());
    await expect(ask(url)).rejects.toMatchObject({ code: 'legal.source_refused' });
  });

  it('it is huge: not read to its end', async () => {
    let sent = 0;
    const { url } = await serve({}, (_, response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(64_000))) sent += 64_000;
      };
      response.on('drain', more);
      more();
    });
    await expect(ask(url)).rejects.toMatchObject({ code: 'legal.source_too_large' });
    expect(sent).toBeLessThan(20_000_000);
  });

  it.each([
    ['a page', '<!doctype html><title>Anmeldung</title>'],
    ['nothing', ''],
    ['a table without a month', baseRates([])],
    ['a value that is no number', baseRates([['2023-01', 'x']])],
    [
      'two rates in one half-year',
      baseRates([
        ['2023-01', '1,62'],
        ['2023-02', '1,63'],
      ]),
    ],
    [
      'a month twice',
      baseRates([
        ['2023-01', '1,62'],
        ['2023-01', '1,62'],
      ]),
    ],
    ['more digits than such a rate has', baseRates([['2023-01', '1,625']])],
  ])('%s', async (_name, text) => {
    await expect(ask((await serve({ rates: text })).url)).rejects.toMatchObject({
      code: 'legal.source_unreadable',
    });
  });

  it.each([
    ['another series', seriesText('BBIN1.M.DE.BBK.BBKLOM.DEM.ME', '% p.a.', [['2023-01', '1,62']])],
    ['another unit', seriesText('BBIN1.M.DE.BBK.BBKBAS2.EUR.ME', 'Mrd EUR', [['2023-01', '1,62']])],
    ['a rate no law has', baseRates([['2023-01', '162,00']])],
  ])('%s', async (_name, text) => {
    await expect(ask((await serve({ rates: text })).url)).rejects.toMatchObject({
      code: 'legal.source_other_series',
    });
  });

  it('an index on another base year', async () => {
    const text = seriesText('BBDP1.M.DE.N.VPI.C.A00000.I20.A', '2025 = 100', [['2028-01', '101,0']]);
    await expect(ask((await serve({ indices: text })).url)).rejects.toMatchObject({
      code: 'legal.source_other_series',
    });
  });
});
