import { useLocale } from 'next-intl';
import { classNames } from '../class-names';
import { pictures } from './pictures';

export type PictureName = keyof typeof pictures;

/**
 * A picture of the product in the language and the colours of the page. Both schemes stand in the page and only the
 * shown one is fetched: which it is may have been chosen here and not in the system, so no `media` can tell.
 */
export function SitePicture({
  name,
  phone,
  alt,
  isFirst = false,
  className,
}: {
  name: PictureName;
  /** Takes its place where the window is narrow. */
  phone?: PictureName;
  alt: string;
  /** Seen before anybody scrolls. */
  isFirst?: boolean;
  className?: string;
}) {
  const language = useLocale();
  return (
    <div className={classNames('site-picture', className)}>
      {(['light', 'dark'] as const).map((scheme) => {
        const wide = pictures[name][language][scheme];
        const narrow = phone && pictures[phone][language][scheme];
        return (
          <picture key={scheme} className={`in-${scheme}`}>
            {narrow && (
              <source
                media="(width < 40rem)"
                srcSet={narrow.src}
                width={narrow.width}
                height={narrow.height}
              />
            )}
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
