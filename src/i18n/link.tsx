import NextLink from 'next/link';
import { useLocale } from 'next-intl';
import type { ComponentProps } from 'react';
import type { Href } from './navigation';
import { routing } from './routing';

type LinkProps = Omit<ComponentProps<typeof NextLink>, 'href'> & { href: Href };

function fill(pathname: string, params: object): string {
  return pathname.replaceAll(/\[(\w+)\]/g, (_, name: string) =>
    encodeURIComponent(String(Reflect.get(params, name))),
  );
}

/** A page that is fetched ahead brings the preloads of its first picture along: these are fetched when they are gone to. */
const withPictures: ReadonlySet<string> = new Set(['/', '/what']);

/**
 * A link within the site, in the language of the page. next-intl's own carries what it takes to change the
 * language along to the browser; here a page of the server brings nothing but Next's link.
 */
export function Link({ href, ...rest }: LinkProps) {
  const language = useLocale();
  const {
    pathname,
    params = {},
    ...more
  }: { pathname: string; params?: object } = typeof href === 'string' ? { pathname: href } : href;
  const prefix = language === routing.defaultLocale ? '' : `/${language}`;
  const path = fill(pathname, params);
  const address = prefix !== '' && path === '/' ? prefix : prefix + path;
  const fetched = withPictures.has(pathname) ? { prefetch: false } : {};
  return (
    <NextLink
      {...fetched}
      {...rest}
      href={typeof href === 'string' ? address : { ...more, pathname: address }}
    />
  );
}
