import { DomainError } from '../lib/errors.ts';
import type { LegalFigures } from '../lib/server/env.ts';
import { type PublishedFigure, type PublishedKind, publishedSeries, readFigures } from './series.ts';

export type FigureSource = {
  /** This installation never asks, not even when a person does. */
  isOff: boolean;
  /** All that is published, oldest first; asks anew each time. */
  newest: () => Promise<PublishedFigure[]>;
};

const patienceMs = 10_000;
/** The whole index since 1991 has some 10 kB. */
const mostBytes = 1_000_000;
const kinds: readonly PublishedKind[] = ['base_rate', 'consumer_price_index'];

/**
 * Asks one fixed address: nothing a person typed is in it, and no answer leads elsewhere, for redirects are refused.
 * Nothing is said about who asks.
 * @throws DomainError `legal.source_…`, a code for each way in which there is no answer
 */
export function figureSource(options: LegalFigures & { patienceMs?: number }): FigureSource {
  const isOff = options.mode === 'off';
  return {
    isOff,
    async newest() {
      if (isOff) throw new DomainError('legal.source_off');
      const found: PublishedFigure[] = [];
      for (const kind of kinds) {
        const { flow, key } = publishedSeries[kind];
        const url = `${options.url}/data/${flow}/${key}?format=csv&lang=de`;
        found.push(...readFigures(kind, await ask(url, options.patienceMs ?? patienceMs)));
      }
      return found;
    },
  };
}

async function ask(url: string, patience: number): Promise<string> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/vnd.bbk.data+csv, text/csv' },
      redirect: 'manual',
      cache: 'no-store',
      signal: AbortSignal.timeout(patience),
    });
    if (response.status >= 300 && response.status < 400) throw new DomainError('legal.source_moved');
    if (response.status !== 200) throw new DomainError('legal.source_refused');
    return await readAtMost(response, mostBytes);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    const isSlow = error instanceof Error && error.name === 'TimeoutError';
    throw new DomainError(isSlow ? 'legal.source_slow' : 'legal.source_unreachable', { cause: error });
  }
}

/** The text of an answer; one that goes on beyond what such a table can have is cut off and refused. */
async function readAtMost(response: Response, most: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: false });
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > most) throw new DomainError('legal.source_too_large');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
