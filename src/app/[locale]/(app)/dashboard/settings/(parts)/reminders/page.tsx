import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Section } from '@/components/section';
import { SkeletonForm } from '@/components/skeleton-form';
import { ReminderRuleForm } from '@/features/arrears/components/reminder-rule-form';
import { Arriving, HydrateClient, trpc } from '@/trpc/server';
import { enterPortfolio, settingsTitle } from '../../settings-gate';

export function generateMetadata(): Promise<Metadata> {
  return settingsTitle('reminders');
}

/** When the portfolio reminds of what is overdue, and for how much. */
export default async function RemindersPage() {
  const [{ role }, t] = await Promise.all([enterPortfolio('reminders'), getTranslations('ReminderRule')]);
  void trpc.reminderRule.get.prefetch();
  void trpc.portfolio.get.prefetch();
  return (
    <Section id="reminders" title={t('title')} description={t('text')}>
      <Arriving fallback={<SkeletonForm fields={4} />}>
        <HydrateClient>
          <ReminderRuleForm canEdit={role !== 'viewer'} />
        </HydrateClient>
      </Arriving>
    </Section>
  );
}
