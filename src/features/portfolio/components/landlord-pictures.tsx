import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Button } from '@/components/button';
import { imageIcon, trash2Icon } from '@/components/icons';
import { Notice } from '@/components/notice';
import { Skeleton } from '@/components/skeleton';
import { showSuccess } from '@/components/toast';
import { useUndo } from '@/components/use-undo';
import { type LetterPicture, letterPictures } from '@/domain/vocabulary';
import { useErrorWords } from '@/i18n/error-words';
import { trpc } from '@/trpc/client';
import { whenFresh } from '@/trpc/fresh-link';
import { drawPicture } from './draw-picture';

/** What stands on a landlord's letters beside the words: each is saved as it is chosen. */
export function LandlordPictures({ id }: { id: string }) {
  const t = useTranslations('Landlords');
  const errors = useErrorWords();
  const { data, error } = trpc.landlord.pictures.useQuery({ id });
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="text-sm font-medium">{t('pictures')}</legend>
      <p className="text-sm text-muted">{t('picturesText')}</p>
      {/* Whether there is one already is not known before. */}
      {data &&
        letterPictures.map((which) => (
          <PictureField key={which} id={id} which={which} picture={data[which]} />
        ))}
      {!data && error && (
        <Notice tone="danger" live>
          {errors.failure(error)}
        </Notice>
      )}
      {!data && !error && letterPictures.map((which) => <Skeleton key={which} className="h-9 w-44" />)}
    </fieldset>
  );
}

type Props = { id: string; which: LetterPicture; picture: string | null };

function PictureField({ id, which, picture }: Props) {
  const t = useTranslations('Landlords');
  const input = useRef<HTMLInputElement>(null);
  const { change, take, isPending, problem } = usePicture({ id, which, picture });
  const name = t(`picture.${which}`);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        {picture !== null && (
          // Papers are white, whatever light the page has.
          // biome-ignore lint/performance/noImgElement: it stands in the address itself
          <img
            src={`data:image/jpeg;base64,${picture}`}
            alt={name}
            className="h-14 max-w-40 rounded-md border border-border bg-white object-contain p-1"
          />
        )}
        <Button
          size="sm"
          look="tertiary"
          icon={imageIcon}
          pending={isPending}
          onClick={() => input.current?.click()}
        >
          {t(picture === null ? `choose.${which}` : `another.${which}`)}
        </Button>
        {picture !== null && (
          <Button
            size="sm"
            look="ghost"
            icon={trash2Icon}
            disabled={isPending}
            onClick={() => void change(null)}
          >
            {t(`remove.${which}`)}
          </Button>
        )}
      </div>
      {problem !== null && (
        <Notice tone="danger" live>
          {problem}
        </Notice>
      )}
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label={name}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          // Choosing the same file again must be a change, too.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}

function usePicture({ id, which, picture }: Props) {
  const t = useTranslations('Landlords');
  const errors = useErrorWords();
  const offerUndo = useUndo();
  const utils = trpc.useUtils();
  const set = trpc.landlord.setPicture.useMutation();
  const [problem, setProblem] = useState<string | null>(null);

  const save = async (to: string | null) => {
    // The form around it may have been saved meanwhile.
    const rows = await utils.landlord.list.fetch({ archive: 'all' }, { staleTime: 0 });
    const version = rows.find((row) => row.id === id)?.version ?? 1;
    await set.mutateAsync({ id, version, which, picture: to });
    await whenFresh();
  };
  const change = async (to: string | null) => {
    setProblem(null);
    try {
      await save(to);
      if (to === null) offerUndo(t(`removed.${which}`), () => save(picture));
      else showSuccess(t(`set.${which}`));
    } catch (error) {
      setProblem(errors.failure(error));
    }
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    const drawn = await drawPicture(file);
    if (drawn === 'too_large' || drawn === 'no_picture') setProblem(t(`pictureProblem.${drawn}`));
    else await change(drawn);
  };
  return { change, take, isPending: set.isPending, problem };
}
