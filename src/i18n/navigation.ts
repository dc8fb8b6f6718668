import { createNavigation } from 'next-intl/navigation';
import type { ComponentProps } from 'react';
import { routing } from './routing';

export { Link } from './link';

const navigation = createNavigation(routing);
export const { redirect, permanentRedirect, usePathname, getPathname } = navigation;

/** A page of the site with what its address needs, see routing.ts. */
export type Href = ComponentProps<typeof navigation.Link>['href'];
