import { execFile } from 'node:child_process';
import dgram from 'node:dgram';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readerRights, readPdfText } from '@/features/document/file-reader-steps';
import { attacks } from './attacks.ts';

// What somebody's PDF could make the process that reads it do. Whoever is called writes it down.

const root = path.resolve(import.meta.dirname, '../..');
const seen: string[] = [];
let http: Server;
let udp: dgram.Socket;
let [tcpPort, udpPort] = [0, 0];

beforeAll(async () => {
  http = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.end('answer');
  });
  http.on('connection', () => seen.push('connection'));
  http.on('clientError', (_, socket) => socket.destroy());
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  tcpPort = (http.address() as AddressInfo).port;
  udp = dgram.createSocket('udp4', () => seen.push('datagram'));
  await new Promise<void>((resolve) => {
    udp.bind(0, '127.0.0.1', resolve);
  });
  udpPort = udp.address().port;
});
beforeEach(() => {
  seen.length = 0;
});
afterAll(async () => {
  http.closeAllConnections();
  await new Promise((resolve) => {
    http.close(resolve);
  });
  udp.close();
});

/** Runs code as if the reader did, in its own thread or in the main one; what it prints. */
function runAsReader(code: string, inThread: boolean, addons = false): Promise<string> {
  const script = inThread
    ? `const { Worker } = require('node:worker_threads'); new Worker(${JSON.stringify(code)}, { eval: true })`
    : code;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...readerRights(root, addons), '--input-type=commonjs', '--eval', script],
      { cwd: root, env: { NODE_ENV: 'production' }, timeout: 20_000 },
      (error, stdout, stderr) => resolve(`${stdout}${stderr}${error ? error.message : ''}`),
    );
  });
}

const ways: Record<string, () => string> = {
  fetch: () => `fetch('http://127.0.0.1:${tcpPort}/')`,
  'node:http': () => `require('node:http').get('http://127.0.0.1:${tcpPort}/')`,
  'node:https': () => `require('node:https').get('https://127.0.0.1:${tcpPort}/')`,
  'node:http2': () => `require('node:http2').connect('http://127.0.0.1:${tcpPort}/').request()`,
  'a socket': () => `require('node:net').connect(${tcpPort}, '127.0.0.1')`,
  'an imported socket': () => `import('node:net').then(({ connect }) => connect(${tcpPort}, '127.0.0.1'))`,
  'a socket of TLS': () => `require('node:tls').connect(${tcpPort}, '127.0.0.1')`,
  WebSocket: () => `new WebSocket('ws://127.0.0.1:${tcpPort}/')`,
  'a datagram': () => `require('node:dgram').createSocket('udp4').send('x', ${udpPort}, '127.0.0.1')`,
  'Node’s own handles': () => `process.binding('tcp_wrap')`,
  'a name server': () => `const { Resolver } = require('node:dns'); const r = new Resolver();
    r.setServers(['127.0.0.1:${udpPort}']); r.resolve4('secret.example', () => {})`,
  'a thread without these limits': () =>
    `new (require('node:worker_threads').Worker)(${JSON.stringify(`fetch('http://127.0.0.1:${tcpPort}/')`)},
      { eval: true, execArgv: [] })`,
  'a program': () => `require('node:child_process').execSync('curl http://127.0.0.1:${tcpPort}/')`,
  'code from a text': () => `new Function("return fetch('http://127.0.0.1:${tcpPort}/')")()`,
};

describe('from the process that reads PDFs', () => {
  const attack = attacks('the reader asks by …');
  for (const [name, code] of Object.entries(ways)) {
    for (const addons of [false, true]) {
      attack(addons ? `${name}, where it draws` : name, async () => {
        const printed = await runAsReader(code(), true, addons);
        expect(seen).toEqual([]);
        const held = /no network|ERR_ACCESS_DENIED|Code generation from strings|fetch failed/.exec(printed);
        return held?.[0] ?? 'nobody was asked';
      });
    }
  }

  test('its main thread reaches no more', async () => {
    for (const name of ['fetch', 'a socket', 'a datagram', 'a name server']) {
      await runAsReader(ways[name]?.() ?? '', false);
    }
    expect(seen).toEqual([]);
  });

  test('somebody would have seen it', async () => {
    await fetch(`http://127.0.0.1:${tcpPort}/`);
    expect(seen).toContain('GET /');
  });
});

/** A file whose pages, images, forms and actions all lie elsewhere. */
function pdfOfLinks(address: string): Buffer {
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /URI /URI (${address}open) >>
      /AcroForm << /XFA (${address}xfa) /Fields [] >> /AA << /WC << /S /JavaScript /JS (app.launchURL\\("${address}js"\\)) >> >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R
      /Resources << /Font << /F1 5 0 R >> /XObject << /I1 6 0 R >> >>
      /AA << /O << /S /SubmitForm /F << /FS /URL /F (${address}submit) >> >> >> >>`,
    `<< /Length 46 >>\nstream\nBT /F1 12 Tf 10 10 Td (Miete) Tj ET /I1 Do\n\nendstream`,
    `<< /Type /Font /Subtype /TrueType /BaseFont /Elsewhere /Encoding /WinAnsiEncoding
      /FontDescriptor << /Type /FontDescriptor /FontName /Elsewhere /Flags 32 /FontFile2 7 0 R >> >>`,
    `<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /Length 0 /F << /FS /URL /F (${address}image) >> >>\nstream\n\nendstream`,
    `<< /Length 0 /F << /FS /URL /F (${address}font) >> >>\nstream\n\nendstream`,
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((body, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const xref = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const at of offsets) text += `${String(at).padStart(10, '0')} 00000 n \n`;
  text += `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

test('a file whose parts lie elsewhere is read without them, and nobody is asked', async () => {
  const reader = readPdfText();
  await reader.write(pdfOfLinks(`http://127.0.0.1:${tcpPort}/`));
  expect((await reader.end())?.toString().trim()).toBe('Miete');
  expect(seen).toEqual([]);
});
