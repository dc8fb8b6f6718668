import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { Button } from '../button';
import { eyeIcon, eyeOffIcon } from '../icons';
import { TextField } from './text-field';

/** A password that can be looked at while it is typed. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'end'>) {
  const t = useTranslations('Form');
  const [shown, setShown] = useState(false);
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      empty="text"
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <Button
          look="ghost"
          size="sm"
          iconOnly
          icon={shown ? eyeOffIcon : eyeIcon}
          aria-label={t(shown ? 'hidePassword' : 'showPassword')}
          onClick={() => setShown(!shown)}
          className="text-muted"
        />
      }
    />
  );
}
