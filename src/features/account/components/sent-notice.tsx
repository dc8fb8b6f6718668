import { Icon } from '@/components/icon';
import { mailIcon, phoneIcon } from '@/components/icons';
import type { Channel } from '../form-schema';

/** Says where to look for the message, without saying whether the address has an account. */
export function SentNotice({ channel, title, text }: { channel: Channel; title: string; text: string }) {
  return (
    <div role="status" className="mb-6 flex gap-3 rounded-xl bg-accent-soft p-4 text-accent-soft-foreground">
      <Icon icon={channel === 'email' ? mailIcon : phoneIcon} className="mt-0.5 size-5" />
      <div className="min-w-0 text-sm">
        <p className="font-medium break-words">{title}</p>
        <p className="mt-0.5">{text}</p>
      </div>
    </div>
  );
}
