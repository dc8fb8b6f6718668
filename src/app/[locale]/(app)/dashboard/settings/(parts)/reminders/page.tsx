import type { Metadata } from 'next';
import { Section } from '@/components/section';
import { SkeletonForm } from '@/components/skeleton-form';
import { SkeletonSection } from '@/components/skeleton-section';
import { ReminderRuleForm } from '@/features/arrears/components/reminder-rule-form';
import { ReminderTexts } from '@/features/letter/components/reminder-texts';
import { getWords } from '@/features/portfolio/words-gate';
import { Arriving, HydrateClient, trpc } from '@/trpc/server';
import { enterPortfolio, settingsTitle } from '../../settings-gate';

export function generateMetadata(): Promise<Metadata> {
  return settingsTitle('reminders');
}

/** When the portfolio reminds of what is overdue, for how much, and in which words. */
export default async function RemindersPage() {
  const [{ role }, t] = await Promise.all([enterPortfolio('reminders'), getWords('ReminderRule')]);
  void trpc.reminderRule.get.prefetch();
  void trpc.portfolio.get.prefetch();
  void trpc.letterTemplate.list.prefetch({ archive: 'active' });
  const canEdit = role !== 'viewer';
  return (
    <div className="flex flex-col gap-10">
      <Section id="reminders" title={t('title')} description={t('text')}>
        <Arriving fallback={<SkeletonForm fields={4} />}>
          <HydrateClient>
            <ReminderRuleForm canEdit={canEdit} />
          </HydrateClient>
        </Arriving>
      </Section>
      <Arriving fallback={<SkeletonSection id="reminder-texts" rows={4} />}>
        <HydrateClient>
          <ReminderTexts canEdit={canEdit} />
        </HydrateClient>
      </Arriving>
    </div>
  );
}
