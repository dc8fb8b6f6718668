import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SpanStatusCode, trace } from '@opentelemetry/api';
import { afterEach, expect, test, vi } from 'vitest';
import { traceName } from './env';
import { startTelemetry } from './telemetry';

afterEach(() => vi.unstubAllEnvs());

test('nothing is collected unless somebody says where', () => {
  expect(traceName({})).toBeNull();
  expect(traceName({ OTEL_EXPORTER_OTLP_ENDPOINT: ' ' })).toBeNull();
  expect(traceName({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' })).toBe('hausbuch');
});

test('traces reach the collector, without queries of addresses and secrets of links', async () => {
  const received: { url: string | undefined; body: string }[] = [];
  const collector = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ url: request.url, body });
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => {
    collector.listen(0, '127.0.0.1', resolve);
  });
  const { port } = collector.address() as AddressInfo;
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${port}`);

  const provider = startTelemetry('our-house');
  trace.getTracer('test').startActiveSpan('GET /dashboard/tenants?q=Hoffmann', (outer) => {
    outer.setAttribute('http.target', '/dashboard/tenants?q=Hoffmann');
    outer.setAttribute('next.target', `/receipts/${'T0ken_-'.repeat(8)}`);
    outer.setAttribute('next.rsc_paths', [`/receipts/${'T0ken_-'.repeat(8)}`]);
    // As Next does where a page fails: a database error repeats what was written.
    const failure = new Error('Failed query: insert …\nparams: Hoffmann,DE02120300000000202051');
    outer.recordException(failure);
    outer.setStatus({ code: SpanStatusCode.ERROR, message: failure.message });
    outer.addEvent('looked for Hoffmann?q=T0ken', { who: 'Hoffmann' });
    trace.getTracer('test').startActiveSpan('call tenant.list', (inner) => inner.end());
    outer.end();
  });
  await provider.shutdown();
  collector.close();

  expect(received.map(({ url }) => url)).toEqual(['/v1/traces']);
  const [{ body } = { body: '' }] = received;
  for (const word of ['our-house', 'GET /dashboard/tenants', 'call tenant.list'])
    expect(body).toContain(word);
  expect(body).not.toMatch(/Hoffmann|T0ken|DE0212/);
  const spans: {
    status: { code: number };
    events: { name: string }[];
    name: string;
    spanId: string;
    parentSpanId?: string;
  }[] = JSON.parse(body).resourceSpans[0].scopeSpans[0].spans;
  const page = spans.find(({ name }) => name.startsWith('GET'));
  expect(page?.status.code).toBe(SpanStatusCode.ERROR);
  expect(page?.events).toMatchObject([
    { name: 'exception', attributes: [{ key: 'exception.type', value: { stringValue: 'Error' } }] },
  ]);
  expect(spans.find(({ name }) => name.startsWith('call'))?.parentSpanId).toBe(page?.spanId);
});
