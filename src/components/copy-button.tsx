import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button';
import { copyIcon } from './icons';
import { showSuccess } from './toast';

/**
 * Puts a text on the clipboard and says so. Not there where browsers keep the clipboard from pages, as over plain HTTP from
 * another host than localhost, such as a home server: there people copy by hand.
 */
export function CopyButton({
  text,
  done,
  size,
  children,
}: {
  text: string;
  /** What is said once it is copied. */
  done: string;
  size?: ButtonProps['size'];
  children: ReactNode;
}) {
  if (!('clipboard' in navigator)) return null;
  return (
    <Button
      look="secondary"
      size={size}
      icon={copyIcon}
      onClick={() => {
        // Whoever has forbidden it knows; the text can be selected.
        navigator.clipboard.writeText(text).then(
          () => showSuccess(done),
          () => undefined,
        );
      }}
    >
      {children}
    </Button>
  );
}
