import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { Icon } from '@/components/icon';
import { mailIcon, phoneIcon } from '@/components/icons';
import type { Channel } from '../form-schema';

/** Says where to look for the message, without saying whether the address has an account. */
export function SentNotice({
  channel,
  title,
  text,
  onOther,
}: {
  channel: Channel;
  title: string;
  text: string;
  /** Back to where the address is typed. */
  onOther?: () => void;
}) {
  const t = useTranslations('AuthPages');
  return (
    <div role="status" className="mb-6 flex gap-3 rounded-xl bg-accent-soft p-4 text-accent-soft-foreground">
      <Icon icon={channel === 'email' ? mailIcon : phoneIcon} className="mt-0.5 size-5" />
      <div className="min-w-0 text-sm">
        <h2 className="font-medium break-words">{title}</h2>
        <p className="mt-0.5">{text}</p>
        {onOther && (
          <Button look="ghost" size="sm" className="-ms-3 mt-1" onClick={onOther}>
            {channel === 'email' ? t('otherAddress') : t('otherNumber')}
          </Button>
        )}
      </div>
    </div>
  );
}
