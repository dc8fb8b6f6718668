import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { Button, type ButtonLook } from '@/components/button';
import { cameraIcon, uploadIcon } from '@/components/icons';
import { acceptedFiles } from '../file-kind-rules';

/** Files from the device, several at once; where there is a finger, also straight from the camera. */
export function ChooseFiles({
  look = 'tertiary',
  size = 'sm',
  onFiles,
}: {
  look?: ButtonLook;
  size?: 'sm' | 'md';
  onFiles: (files: File[]) => void;
}) {
  const t = useTranslations('Documents');
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement) => {
    onFiles([...(input.files ?? [])]);
    // Choosing the same file again must be a change, too.
    input.value = '';
  };
  return (
    <>
      <input
        ref={files}
        type="file"
        multiple
        accept={acceptedFiles}
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
        onChange={(event) => take(event.currentTarget)}
      />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
        onChange={(event) => take(event.currentTarget)}
      />
      <Button
        look="tertiary"
        size={size}
        icon={cameraIcon}
        className="hidden pointer-coarse:inline-flex"
        onClick={() => camera.current?.click()}
      >
        {t('photo')}
      </Button>
      <Button look={look} size={size} icon={uploadIcon} onClick={() => files.current?.click()}>
        {t('upload')}
      </Button>
    </>
  );
}
