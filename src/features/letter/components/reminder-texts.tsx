'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { lazyPart } from '@/components/lazy-part';
import { LinkButton } from '@/components/link-button';
import { Section } from '@/components/section';
import { SkeletonForm } from '@/components/skeleton-form';
import { type Language, languages, type ReminderKind, reminderKinds } from '@/domain/vocabulary';
import { languageName } from '@/i18n/language-name';
import { trpc } from '@/trpc/client';

const ReminderTextForm = lazyPart(() => import('./reminder-text-form'));

type Opened = { kind: ReminderKind; language: Language };

/** What each tone of reminders says in each language: ours, or the portfolio's own text. */
export function ReminderTexts({ canEdit }: { canEdit: boolean }) {
  const t = useTranslations('ReminderTexts');
  const kinds = useTranslations('LetterKinds');
  const locale = useLocale();
  const [rows] = trpc.letterTemplate.list.useSuspenseQuery({ archive: 'active' });
  const [opened, setOpened] = useState<Opened | null>(null);
  const nameOf = ({ kind, language }: Opened) => ({
    tone: kinds(`${kind}.name`),
    language: languageName(language, locale),
  });
  return (
    <Section
      id="reminder-texts"
      title={t('title')}
      description={t('text')}
      actions={
        <LinkButton look="ghost" size="sm" href="/dashboard/settings/letters">
          {t('seeLetters')}
        </LinkButton>
      }
      flush
    >
      <ul className="divide-y divide-separator">
        {reminderKinds.map((kind) => (
          <li key={kind} className="grid gap-x-6 gap-y-2 px-5 py-4 md:grid-cols-2 md:px-6">
            <div className="min-w-0">
              <p className="font-medium">{kinds(`${kind}.name`)}</p>
              <p className="text-sm text-muted">{kinds(`${kind}.text`)}</p>
            </div>
            <ul className="flex min-w-0 flex-col gap-1">
              {languages.map((language) => {
                const own = rows.find((row) => row.kind === kind && row.language === language);
                return (
                  <li key={language} className="flex items-center justify-between gap-3">
                    <span className="min-w-0 text-sm">
                      {languageName(language, locale)}{' '}
                      <span className={own ? 'text-foreground' : 'text-muted'}>
                        · {own ? t('own', { version: String(own.version) }) : t('ours')}
                      </span>
                    </span>
                    {canEdit && (
                      <Button
                        size="sm"
                        look="tertiary"
                        aria-label={t('changeOf', nameOf({ kind, language }))}
                        onClick={() => setOpened({ kind, language })}
                      >
                        {t('change')}
                      </Button>
                    )}
                  </li>
                );
              })}
            </ul>
          </li>
        ))}
      </ul>
      <Dialog
        open={opened !== null}
        onOpenChange={() => setOpened(null)}
        size="xl"
        title={opened ? t('formTitle', nameOf(opened)) : ''}
      >
        <Suspense fallback={<SkeletonForm />}>
          {opened && <ReminderTextForm {...opened} onClose={() => setOpened(null)} />}
        </Suspense>
      </Dialog>
    </Section>
  );
}
