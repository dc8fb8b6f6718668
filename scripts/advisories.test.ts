import fs from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { exitCodes, lookUpAdvisories, tellAdvisories } from './advisories.ts';

// npm itself asks a registry of ours about a project of two packages, one of them for development only.

let registry: Server;
let url: string;
let folder: string;
let asked: string[] = [];
let published: Record<string, unknown> = {};

const advisory = (title: string) => [
  {
    id: 1,
    url: 'https://advisories.example/1',
    title,
    severity: 'high',
    vulnerable_versions: '<2.0.0',
    cwe: [],
    cvss: { score: 0, vectorString: null },
  },
];

beforeAll(async () => {
  registry = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
    if (request.url?.endsWith('/advisories/bulk')) {
      const names = Object.keys(JSON.parse(text.toString()));
      asked = names;
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify(
          Object.fromEntries(Object.entries(published).filter(([name]) => names.includes(name))),
        ),
      );
      return;
    }
    response.statusCode = 404;
    response.end('{}');
  });
  await new Promise<void>((resolve) => {
    registry.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-audit-'));
  const own = {
    name: 'tried',
    version: '1.0.0',
    dependencies: { runs: '1.0.0' },
    devDependencies: { builds: '1.0.0' },
  };
  const entry = (name: string) => ({ version: '1.0.0', resolved: `${url}${name}/-/${name}-1.0.0.tgz` });
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(own));
  fs.writeFileSync(
    path.join(folder, 'package-lock.json'),
    JSON.stringify({
      name: own.name,
      version: own.version,
      lockfileVersion: 3,
      requires: true,
      packages: {
        '': own,
        'node_modules/runs': entry('runs'),
        'node_modules/builds': { ...entry('builds'), dev: true },
      },
    }),
  );
});
beforeEach(() => {
  published = {};
  asked = [];
});
afterAll(async () => {
  fs.rmSync(folder, { recursive: true });
  await new Promise((resolve) => {
    registry.close(resolve);
  });
});

const lookUp = () => lookUpAdvisories({ folder, registry: url });

test('an advisory against what production runs is found, and fails', async () => {
  published = { runs: advisory('Somebody gets in') };
  const answer = await lookUp();
  expect(exitCodes[answer.kind]).toBe(1);
  expect(tellAdvisories(answer)).toMatch(
    /runs \(high\).*\n {4}Somebody gets in \(https:\/\/advisories\.example\/1\)/,
  );
});

test('one against what only builds or tests it does not', async () => {
  published = { builds: advisory('Somebody gets in') };
  const answer = await lookUp();
  expect(asked).toContain('runs');
  expect(exitCodes[answer.kind]).toBe(0);
  expect(tellAdvisories(answer)).toMatch(/^Nothing is published/);
});

test('a registry that does not answer is told of, by a code of its own', async () => {
  const answer = await lookUpAdvisories({ folder, registry: 'http://127.0.0.1:1/' });
  expect(exitCodes[answer.kind]).toBe(2);
  expect(tellAdvisories(answer)).toMatch(/could not be asked \(.*(127\.0\.0\.1|ECONNREFUSED)/);
});

test('so is one that takes too long', async () => {
  const answer = await lookUpAdvisories({ folder, registry: url, limitMs: 1 });
  expect(answer).toEqual({ kind: 'unasked', reason: 'no answer within 0.001 s' });
});
