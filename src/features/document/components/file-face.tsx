import { Icon } from '@/components/icon';
import { fileIcon } from './document-words';

/** What a file looks like; its kind where it cannot be drawn, or is not yet: the room is the same. */
export function FileFace({ mediaType, thumbnail }: { mediaType: string; thumbnail: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-10 shrink-0 place-items-center overflow-hidden rounded-md border border-separator bg-surface-secondary text-muted"
    >
      {thumbnail === undefined ? (
        <Icon icon={fileIcon(mediaType)} className="size-[1.125rem]" />
      ) : (
        // biome-ignore lint/performance/noImgElement: it is here already
        <img
          src={`data:image/webp;base64,${thumbnail}`}
          alt=""
          className="size-full object-cover object-top dark:brightness-90"
        />
      )}
    </span>
  );
}
