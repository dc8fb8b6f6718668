import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/link-button';

type Setup = { hasProperty: boolean; hasLease: boolean; hasPayment: boolean };

/** Leads back to the set-up while it is unfinished and nobody has put it off. */
export function SetupReminder({ setup }: { setup: Setup }) {
  const t = useTranslations('Overview.setup');
  const next = !setup.hasProperty
    ? 'property'
    : !setup.hasLease
      ? 'lease'
      : !setup.hasPayment
        ? 'rent'
        : null;
  if (!next) return null;
  return (
    <section
      aria-labelledby="setup-title"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-2xl bg-accent-soft px-5 py-4 text-accent-soft-foreground"
    >
      <div className="min-w-0">
        <h2 id="setup-title" className="font-semibold">
          {t('title')}
        </h2>
        <p className="text-sm">{t(next)}</p>
      </div>
      <LinkButton href="/dashboard/setup" size="sm">
        {t('action')}
      </LinkButton>
    </section>
  );
}
