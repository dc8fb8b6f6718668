import { useTranslations } from 'next-intl';
import { buttonClass } from '@/components/button';
import { Icon } from '@/components/icon';
import { downloadIcon } from '@/components/icons';
import { Section } from '@/components/section';
import { SectionChoice } from '@/components/section-choice';

/** Everything of the portfolio to take along; for owners. */
export function DataSection({ portfolio }: { portfolio: string }) {
  const t = useTranslations('DataSection');
  return (
    <Section id="data" title={t('title')} description={t('text')} flush>
      <SectionChoice title={t('exportTitle')} text={t('exportText', { portfolio })}>
        {/* A plain link: the browser's own download shows its progress, however long it takes. */}
        <a href="/api/export" download className={buttonClass('outline', 'md')}>
          <Icon icon={downloadIcon} />
          {t('download')}
        </a>
      </SectionChoice>
    </Section>
  );
}
