'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { UnsavedGuard } from '@/components/form/unsaved';
import { Notice } from '@/components/notice';
import { Section } from '@/components/section';
import { enclosedNames } from '@/domain/letter';
import type { Language, WrittenKind } from '@/domain/vocabulary';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { LetterEnclosures, type Paper } from '../../outbox/components/letter-enclosures';
import { counterpartOf, isFaulty } from '../compose-rules';
import { BesideText } from './beside-text';
import { InvoiceBeside } from './invoice-beside';
import { LetterChoices } from './letter-choices';
import { LetterPreview } from './letter-preview';
import { LetterText } from './letter-text';
import { OwnText } from './own-text';
import { SendWritten } from './send-written';
import { useMarks } from './use-marks';
import { useTexts } from './use-texts';

export type Look = Outputs['letter']['look'];

/** What is chosen of a letter; null leaves it to the program. */
export type Chosen = {
  kind: WrittenKind;
  language: Language | null;
  paymentId: string | null;
  month: string | null;
  /** An own text; null is ours. */
  templateId: string | null;
  /** A second language beside it, and its own text: null is ours, undefined leaves it to the program. */
  besideIn: Language | null;
  besideTemplateId: string | null | undefined;
};

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
    besideIn: null,
    besideTemplateId: undefined,
  });
  const [papers, setPapers] = useState<readonly Paper[]>([]);
  const [isSent, setSent] = useState(false);
  const [isPending, startTransition] = useTransition();
  const { templateId, besideTemplateId, ...asked } = chosen;
  const [look] = trpc.letter.look.useSuspenseQuery({ leaseId, ownLanguage, ...asked });
  const [templates] = trpc.letterTemplate.list.useSuspenseQuery({ archive: 'active' });
  const { kind } = look;
  const offered = templates.filter((one) => one.kind === kind);
  const template = offered.find((one) => one.id === templateId) ?? null;
  const besideOffered = offered.filter((one) => one.language === look.beside?.language);
  const besideTemplate =
    besideTemplateId === undefined
      ? counterpartOf(template, besideOffered)
      : (besideOffered.find((one) => one.id === besideTemplateId) ?? null);
  const marks = useMarks(kind);
  const { write, isTyped } = useTexts(kind, marks);
  const own = write(look.language, { ...look, template });
  const beside = look.beside && write(look.beside.language, { ...look.beside, template: besideTemplate });
  const choose = (change: Partial<Chosen>) => startTransition(() => setChosen({ ...chosen, ...change }));
  return (
    <div className="grid grid-cols-1 items-start gap-8 xl:grid-cols-2">
      <Section id="write" title={t('title')}>
        <div className="flex flex-col gap-5">
          <LetterChoices look={look} chosen={chosen} templates={offered} onChange={choose} />
          {look.obstacle !== null ? (
            <Notice tone="warning">{t(`obstacles.${look.obstacle}`)}</Notice>
          ) : (
            <>
              <LetterText
                {...{ kind, marks }}
                values={look.values}
                text={own.text}
                issues={own.composed.issues}
                onChange={own.change}
              />
              {own.isChanged && !isFaulty(own.composed) && (
                <OwnText
                  kind={kind}
                  language={look.language}
                  template={template}
                  text={own.stored}
                  onKept={(id) => {
                    own.forget();
                    setChosen({ ...chosen, language: look.language, templateId: id });
                  }}
                />
              )}
              {look.beside && beside && (
                <BesideText
                  {...{ kind, marks, own, beside }}
                  values={look.beside.values}
                  offered={besideOffered}
                  onChoose={(id) => choose({ besideTemplateId: id })}
                />
              )}
              <LetterEnclosures leaseId={leaseId} papers={papers} onChange={setPapers} />
            </>
          )}
        </div>
      </Section>
      {look.obstacle === null && (
        <Section id="preview" title={t('preview')} description={t('previewText')}>
          <div className="flex flex-col gap-5">
            <LetterPreview
              head={look.head}
              {...own.composed}
              beside={look.beside && beside && { ...look.beside, ...beside.composed }}
              enclosed={enclosedNames(look.enclosedHeading, papers)}
            />
            {look.invoice && <InvoiceBeside invoice={look.invoice} isGerman={look.isGerman} />}
            <SendWritten
              key={`${kind} ${look.language} ${template?.id ?? ''}`}
              {...{ leaseId, tenantId, look, chosen, own, beside, papers, marks, isPending }}
              onSent={() => setSent(true)}
            />
          </div>
        </Section>
      )}
      <UnsavedGuard isTouched={!isSent && isTyped} isDirty={() => !isSent && isTyped} />
    </div>
  );
}
