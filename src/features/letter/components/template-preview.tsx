import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { Button } from '@/components/button';
import { SearchPicker } from '@/components/form/search-picker';
import { Notice } from '@/components/notice';
import { Skeleton } from '@/components/skeleton';
import { useDebounced } from '@/components/use-debounced';
import type { TextKind } from '@/domain/vocabulary';
import { compose } from '../compose-rules';
import { needsOf } from '../kind-facts';
import { LetterPreview } from './letter-preview';
import type { Marks } from './use-marks';
import type { Preview } from './use-preview';
import type { Text } from './use-texts';

/** How a text looks with a lease that is chosen, as it is typed; without one, or where it has nothing to show, with a sample. */
export function TemplatePreview({
  preview: { lease, leases, obstacle, shown, setSearch, setChosen },
  kind,
  marks,
  text,
}: {
  kind: TextKind;
  preview: Preview;
  marks: Marks;
  /** As it is typed, or was a moment ago. */
  text: Text;
}) {
  const t = useTranslations('OwnTexts');
  const write = useTranslations('WriteLetter');
  const id = useId();
  const settled = useDebounced(text, 150);
  return (
    // Over the foot of the form beside it, which reaches past its column.
    <section aria-label={write('preview')} className="relative z-3 flex min-w-0 flex-col gap-3">
      <div className="grid items-end gap-2 sm:grid-cols-[1fr_auto]">
        <SearchPicker
          id={id}
          label={t('previewWith')}
          placeholder={t('previewSearch')}
          emptyText={t('previewNone')}
          found={leases}
          onSearch={setSearch}
          onPick={setChosen}
        />
        {lease != null && (
          <Button look="secondary" className="h-10" onClick={() => setChosen(null)}>
            {t('previewSample')}
          </Button>
        )}
      </div>
      {obstacle !== null ? (
        <Notice tone="warning">{t('previewObstacle', { why: write(`obstacles.${obstacle}`) })}</Notice>
      ) : (
        <p className="text-sm text-muted">
          {lease == null ? t('previewIsSample') : t('previewOf', { name: lease.label })}
        </p>
      )}
      {shown ? (
        <Composed {...{ kind, marks, shown }} text={settled} />
      ) : (
        <Skeleton className="h-96 w-full rounded-lg" />
      )}
    </section>
  );
}

type Shown = Pick<Parameters<typeof LetterPreview>[0], 'head'> & { values: Parameters<typeof compose>[2] };

function Composed({ kind, marks, shown, text }: { kind: TextKind; marks: Marks; shown: Shown; text: Text }) {
  const write = useTranslations('WriteLetter');
  const composed = compose(marks.own, text, shown.values);
  // What a text must have may have nothing to say: no account is known to pay into.
  const empty = composed.empty.filter((key) => !needsOf(kind).some((one) => one === key));
  return (
    <>
      {empty.length > 0 && (
        <Notice tone="warning">{write('empty', { names: empty.map(marks.nameOf).join(', ') })}</Notice>
      )}
      <LetterPreview head={shown.head} subject={composed.subject} blocks={composed.blocks} />
    </>
  );
}
