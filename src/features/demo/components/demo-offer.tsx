'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import type { Currency, Jurisdiction } from '@/domain/vocabulary';
import { choosePortfolio } from '@/features/portfolio/actions';
import { useProposedPlace } from '@/features/portfolio/components/use-proposed-place';
import { useRegionalFormats } from '@/features/portfolio/components/use-regional-formats';
import { proposeCurrency } from '@/features/portfolio/proposal-rules';
import { useErrorWords } from '@/i18n/error-words';
import { getPathname } from '@/i18n/navigation';
import { newId } from '@/lib/new-id';
import { callFor, trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';

type Place = { jurisdiction: Jurisdiction; currency: Currency; timeZone: string };

/** Makes a demo portfolio beside one's own and opens it: in the same country, else where the browser stands. */
export function DemoOffer({ own }: { own: Place | null }) {
  const t = useTranslations('Demo');
  const words = useErrorWords();
  const language = useLocale();
  const [id] = useState(newId);
  const [opening, setOpening] = useState(false);
  const proposed = useProposedPlace();
  const place = own ?? { ...proposed, currency: proposeCurrency(proposed.jurisdiction) };
  const keepRegionalFormats = useRegionalFormats();
  const create = trpc.demo.create.useMutation({ retry: retryTransient });
  const addDocuments = trpc.demo.addDocuments.useMutation({ retry: retryTransient });

  async function open() {
    setOpening(true);
    try {
      const demo = await create.mutateAsync({ id, ...place, language });
      await choosePortfolio(demo.id);
      await keepRegionalFormats();
      callFor(demo.id);
      // Without storage the demo is worth a look all the same.
      await addDocuments.mutateAsync({ id: demo.id, language }).catch(() => null);
      // A whole new page: the frame, the formats and every answer belong to a portfolio.
      window.location.assign(getPathname({ href: '/dashboard', locale: language }));
    } catch {
      setOpening(false);
    }
  }

  return (
    <div className="mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-2xl bg-surface px-5 py-4 shadow-surface">
      <p className="min-w-0 flex-1 basis-80 text-sm text-muted">
        {t(place.jurisdiction === 'DE' ? 'offer' : 'offerAbroad')}
      </p>
      <Button pending={opening} onClick={() => void open()}>
        {t('open')}
      </Button>
      {create.error && (
        <Notice tone="danger" live>
          {words.failure(create.error)}
        </Notice>
      )}
    </div>
  );
}
