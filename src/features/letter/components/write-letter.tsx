'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { UnsavedGuard } from '@/components/form/unsaved';
import { Notice } from '@/components/notice';
import { Section } from '@/components/section';
import type { Language, WrittenKind } from '@/domain/vocabulary';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { compose, isFaulty } from '../composed-letter';
import { LetterChoices } from './letter-choices';
import { LetterPreview } from './letter-preview';
import { LetterText } from './letter-text';
import { OwnText } from './own-text';
import { SendWritten } from './send-written';
import { useMarks } from './use-marks';

export type Look = Outputs['letter']['look'];

/** What is chosen of a letter; null leaves it to the program. */
export type Chosen = {
  kind: WrittenKind;
  language: Language | null;
  paymentId: string | null;
  month: string | null;
  /** An own text; null is ours. */
  templateId: string | null;
};

type Text = { subject: string; body: string };

/** A letter about a lease: its kind, its words, how it looks with what is entered, and how it goes. */
export function WriteLetter({ leaseId, tenantId }: { leaseId: string; tenantId: string }) {
  const t = useTranslations('WriteLetter');
  const ownLanguage = useLocale();
  const [chosen, setChosen] = useState<Chosen>({
    kind: 'free',
    language: null,
    paymentId: null,
    month: null,
    templateId: null,
  });
  /** What was typed, by kind and language: another choice, and back, loses nothing. */
  const [typed, setTyped] = useState<{ readonly [of: string]: Text }>({});
  const [isSent, setSent] = useState(false);
  const [isPending, startTransition] = useTransition();
  const { templateId, ...asked } = chosen;
  const [look] = trpc.letter.look.useSuspenseQuery({ leaseId, ownLanguage, ...asked });
  const [templates] = trpc.letterTemplate.list.useSuspenseQuery({ archive: 'active' });
  const offered = templates.filter((one) => one.kind === look.kind);
  const template = offered.find((one) => one.id === templateId) ?? null;
  const marks = useMarks(look.kind);
  const at = `${look.kind} ${look.language} ${template?.id ?? ''}`;
  const kept = template ?? look.ours;
  const text = typed[at] ?? { subject: marks.show(kept.subject), body: marks.show(kept.body) };
  const stored = { subject: marks.store(text.subject), body: marks.store(text.body) };
  const isChanged = stored.subject !== kept.subject || stored.body !== kept.body;
  const composed = compose(marks.own, text, look.values);
  return (
    <div className="grid grid-cols-1 items-start gap-8 xl:grid-cols-2">
      <Section id="write" title={t('title')}>
        <div className="flex flex-col gap-5">
          <LetterChoices
            look={look}
            chosen={chosen}
            templates={offered}
            onChange={(change) => startTransition(() => setChosen({ ...chosen, ...change }))}
          />
          {look.obstacle !== null ? (
            <Notice tone="warning">{t(`obstacles.${look.obstacle}`)}</Notice>
          ) : (
            <>
              <LetterText
                kind={look.kind}
                marks={marks}
                text={text}
                issues={composed.issues}
                onChange={(words) => setTyped({ ...typed, [at]: words })}
              />
              {isChanged && !isFaulty(composed) && (
                <OwnText
                  kind={look.kind}
                  language={look.language}
                  template={template}
                  text={stored}
                  onKept={(id) => {
                    const { [at]: _, ...others } = typed;
                    setTyped(others);
                    setChosen({ ...chosen, language: look.language, templateId: id });
                  }}
                />
              )}
            </>
          )}
        </div>
      </Section>
      {look.obstacle === null && (
        <Section id="preview" title={t('preview')} description={t('previewText')}>
          <div className="flex flex-col gap-5">
            <LetterPreview head={look.head} subject={composed.subject} blocks={composed.blocks} />
            <SendWritten
              key={at}
              {...{ leaseId, tenantId, look, chosen, composed, isPending }}
              names={composed.empty.map(marks.nameOf)}
              text={stored}
              onSent={() => setSent(true)}
            />
          </div>
        </Section>
      )}
      <UnsavedGuard
        isTouched={!isSent && Object.keys(typed).length > 0}
        isDirty={() => !isSent && Object.keys(typed).length > 0}
      />
    </div>
  );
}
