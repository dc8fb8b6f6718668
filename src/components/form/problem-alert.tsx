import { useTranslations } from 'next-intl';

/** What of a form was refused; another one each time it was sent. */
export type Refused = { attempt: number; count: number };

/**
 * Says to who does not see the form that it was not taken. The first wrong field gets the focus and is read with its
 * sentence; where it had the focus already (Enter in the only field) nothing moves, and nothing would be heard.
 */
export function ProblemAlert({ refused }: { refused: Refused }) {
  const t = useTranslations('Form');
  if (refused.count === 0) return null;
  return (
    // Said again when the same is refused again.
    <p key={refused.attempt} role="alert" className="sr-only">
      {t('refused', { count: refused.count })}
    </p>
  );
}
