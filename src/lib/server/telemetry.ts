import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { buildId } from '../build.ts';
import { withoutTokens } from './request-log.ts';

/** An address without what was searched for or signed, and without secrets of links: `https://abc.supabase.co/storage/v1/object`. */
const withoutSecrets = (text: string) => withoutTokens(text.replace(/\?\S*/g, ''));

/** Texts as they stand in attributes, alone or in a list. */
const cleanedValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(cleanedValue);
  return typeof value === 'string' ? withoutSecrets(value) : value;
};

const exceptionType = 'exception.type';

/**
 * What leaves the house: spans whose names and attributes hold no query of an address and no secret. Of what failed only that
 * it did and what kind of error it was: its words, which Next hands over with their stack, may repeat what people wrote; the
 * log says more, and stays.
 */
function cleaned(exporter: SpanExporter): SpanExporter {
  const clean = (span: ReadableSpan): ReadableSpan =>
    Object.create(span, {
      name: { value: withoutSecrets(span.name) },
      attributes: {
        value: Object.fromEntries(
          Object.entries(span.attributes).map(([name, value]) => [name, cleanedValue(value)]),
        ),
      },
      status: { value: { code: span.status.code } },
      events: {
        value: span.events
          .filter(({ name }) => name === 'exception')
          .map(({ name, time, attributes = {} }) => ({
            ...{ name, time },
            attributes: { [exceptionType]: attributes[exceptionType] },
          })),
      },
    });
  return {
    export: (spans, done) => exporter.export(spans.map(clean), done),
    shutdown: () => exporter.shutdown(),
  };
}

/**
 * Sends traces of pages, fetches and procedures to a collector; only where `OTEL_EXPORTER_OTLP_ENDPOINT` is set.
 * The exporter reads that setting and its companions (`OTEL_EXPORTER_OTLP_HEADERS` …) itself.
 */
export function startTelemetry(serviceName: string): TracerProvider {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': buildId,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter: cleaned(new OTLPTraceExporter()) })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  return provider;
}
