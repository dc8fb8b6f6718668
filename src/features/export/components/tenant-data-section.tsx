'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button, buttonClass } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog';
import { Icon } from '@/components/icon';
import { downloadIcon } from '@/components/icons';
import { Notice } from '@/components/notice';
import { Section } from '@/components/section';
import { SectionChoice } from '@/components/section-choice';
import type { Jurisdiction } from '@/domain/vocabulary';

const parts = ['person', 'house', 'papers', 'readme'] as const;

/** The answer to a tenant who asks what is held about them; for owners and managers. */
export function TenantDataSection({ id, name, place }: { id: string; name: string; place: Jurisdiction }) {
  const t = useTranslations('TenantData');
  const form = useTranslations('Form');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section id="data" title={t('title')} flush>
      <SectionChoice title={t('choice')} text={t('text', { place })}>
        <Button look="outline" icon={downloadIcon} onClick={() => setIsOpen(true)}>
          {t('open')}
        </Button>
      </SectionChoice>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={t('question', { name })}>
        <div className="grid gap-4">
          <div>
            <p>{t('contains', { name })}</p>
            <ul className="mt-2 grid list-disc gap-1 pl-5">
              {parts.map((part) => (
                <li key={part}>{t(`parts.${part}`)}</li>
              ))}
            </ul>
          </div>
          <p>{t('leftOut')}</p>
          <Notice tone="warning">{t('check')}</Notice>
          <p className="text-sm text-muted">{t('noted')}</p>
        </div>
        <DialogActions>
          <Button look="tertiary" onClick={() => setIsOpen(false)}>
            {form('cancel')}
          </Button>
          {/* A plain link: the browser's own download shows its progress, however long it takes. */}
          <a href={`/api/export/tenant?id=${id}`} download className={buttonClass('primary', 'md')}>
            <Icon icon={downloadIcon} />
            {t('download')}
          </a>
        </DialogActions>
      </Dialog>
    </Section>
  );
}
