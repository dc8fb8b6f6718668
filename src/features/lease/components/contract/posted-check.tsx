import { useTranslations } from 'next-intl';
import { CheckboxField } from '@/components/form/checkbox-field';
import { fieldsOf } from '@/components/form/field-name';
import { type Difference, PostedDifferences } from '@/features/rent/components/posted-differences';
import type { updateLeaseInput } from '../../schema';

const field = fieldsOf<typeof updateLeaseInput>();

/**
 * Booked months a change would make different, and whether they are to follow; nothing when there are none. That they do is
 * proposed where less is owed than was booked, else a tenant is reminded of rent for days after the end; and always where
 * the lease had begun on another day from the outset.
 */
export function PostedCheck({
  differences,
  isMistake = false,
}: {
  differences: readonly Difference[] | undefined;
  isMistake?: boolean;
}) {
  const t = useTranslations('EndLease');
  if (!differences || differences.length === 0) return null;
  return (
    <section
      aria-live="polite"
      className="flex flex-col gap-3 rounded-xl bg-warning-soft p-4 text-warning-soft-foreground"
    >
      <p className="text-sm font-medium">{t('differ', { count: differences.length })}</p>
      <PostedDifferences differences={differences} />
      <CheckboxField
        name={field('correctPosted')}
        label={t('correct')}
        hint={t('correctHint')}
        key={String(isMistake)}
        defaultChecked={
          isMistake || differences.every(({ owedCents, postedCents }) => owedCents < postedCents)
        }
      />
    </section>
  );
}

/** What nobody was asked about: who saves at once does so before the booked months are there to be looked at. */
export const unasked = (
  sent: { correctPosted?: boolean | undefined },
  { differences }: { differences: readonly Difference[] },
): readonly Difference[] => (sent.correctPosted === undefined ? differences : []);
