import { useLocale } from 'next-intl';
import { Fragment } from 'react';
import type { defaultLanguage } from '@/lib/languages';
import { classNames } from '../class-names';
import { inLanguage } from './in-language';
import { pictures } from './pictures';

export type PictureName = keyof typeof pictures;

/**
 * A picture of the product in the language and the colours of the page. Both schemes stand in the page and only the
 * shown one is fetched: which it is may have been chosen here and not in the system, so no `media` can tell.
 */
export function SitePicture({
  name,
  alt,
  isFirst = false,
  className,
}: {
  name: PictureName;
  alt: string;
  /** Seen before anybody scrolls. */
  isFirst?: boolean;
  className?: string;
}) {
  const shown = inLanguage(pictures[name], useLocale());
  return (
    <div className={classNames('site-picture', className)}>
      {isFirst && <Preloads shown={shown} />}
      {(['light', 'dark'] as const).map((scheme) => {
        const { wide, phone } = shown[scheme];
        return (
          <picture key={scheme} className={`in-${scheme}`}>
            <source media="(width < 40rem)" srcSet={phone.src} width={phone.width} height={phone.height} />
            <img
              src={wide.src}
              width={wide.width}
              height={wide.height}
              alt={alt}
              loading="lazy"
              decoding="async"
              fetchPriority={isFirst ? 'high' : undefined}
              className="h-auto w-full"
            />
          </picture>
        );
      })}
    </div>
  );
}

/** Lazy pictures are found late; the one that fits the system and the window is asked for with the page. */
function Preloads({ shown }: { shown: (typeof pictures)[PictureName][typeof defaultLanguage] }) {
  return (['light', 'dark'] as const).map((scheme) => {
    const { wide, phone } = shown[scheme];
    const of = `(prefers-color-scheme: ${scheme})`;
    const attributes = { rel: 'preload', as: 'image', fetchPriority: 'high' } as const;
    return (
      <Fragment key={scheme}>
        <link {...attributes} href={phone.src} media={`${of} and (width < 40rem)`} />
        <link {...attributes} href={wide.src} media={`${of} and (width >= 40rem)`} />
      </Fragment>
    );
  });
}
