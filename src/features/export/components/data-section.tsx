import { useTranslations } from 'next-intl';
import { buttonClass } from '@/components/button';
import { Icon } from '@/components/icon';
import { downloadIcon } from '@/components/icons';
import { Section } from '@/components/section';

/** Everything of the portfolio to take along; for owners. */
export function DataSection({ portfolio }: { portfolio: string }) {
  const t = useTranslations('DataSection');
  return (
    <Section id="data" title={t('title')} description={t('text')} flush>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 p-5 md:px-6">
        <div className="min-w-0 flex-1 basis-72">
          <h3 className="font-medium">{t('exportTitle')}</h3>
          <p className="mt-0.5 max-w-prose text-sm text-muted">{t('exportText', { portfolio })}</p>
        </div>
        {/* A plain link: the browser's own download shows its progress, however long it takes. */}
        <a href="/api/export" download className={buttonClass('outline', 'md')}>
          <Icon icon={downloadIcon} />
          {t('download')}
        </a>
      </div>
    </Section>
  );
}
