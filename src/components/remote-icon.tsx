import { Icon } from '@iconify/react';
import { setIconHosts } from '@/lib/browser/icon-service';

export type RemoteIconProps = { name: string; iconHosts: readonly string[] };

let areHostsSet = false;

/**
 * An icon known by its name only (`bi:github`), from our icon endpoint or the services of the setting `ICON_HOSTS`.
 * Bring it in with `lazy`; what does not change at run time stands in icons.ts.
 */
export default function RemoteIcon({ name, iconHosts }: RemoteIconProps) {
  if (!areHostsSet) setIconHosts(iconHosts);
  areHostsSet = true;
  return <Icon icon={name} className="size-5" aria-hidden="true" />;
}
