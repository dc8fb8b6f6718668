import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { classNames } from '@/components/class-names';
import { fieldsOf } from '@/components/form/field-name';
import { PasswordField } from '@/components/form/password-field';
import { Icon } from '@/components/icon';
import { checkIcon } from '@/components/icons';
import type { passwordForm } from '../credential-schema';
import { meetsRule, type PasswordPolicy, passwordRules } from '../password-rules';

const field = fieldsOf<typeof passwordForm>();

/** A new password; ticks off the rules while it is typed. */
export function NewPasswordField({ label, policy }: { label: string; policy: PasswordPolicy }) {
  const t = useTranslations('PasswordRules');
  const [password, setPassword] = useState('');
  return (
    <div>
      <PasswordField
        name={field('password')}
        label={label}
        autoComplete="new-password"
        // What the form goes back to when it was refused: the server says no password again.
        defaultValue={password}
        onValueChange={setPassword}
      />
      <ul aria-label={t('title')} className="mt-2.5 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
        {passwordRules(policy).map((rule) => {
          const isMet = meetsRule(password, rule, policy);
          return (
            <li
              key={rule}
              className={classNames(
                'flex items-center gap-1.5',
                isMet ? 'text-success-soft-foreground' : 'text-muted',
              )}
            >
              <span
                className={classNames(
                  'grid size-3.5 shrink-0 place-items-center rounded-full',
                  isMet ? 'bg-success-soft' : 'ring-1 ring-muted/60 ring-inset',
                )}
              >
                {isMet && <Icon icon={checkIcon} className="size-2.5" label={t('met')} />}
              </span>
              {t(`rules.${rule}`, { count: String(policy.minLength) })}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
