import { Modal } from '@heroui/react/modal';
import { useTranslations } from 'next-intl';
import { useCallback, useRef, useState } from 'react';
import { Button } from './button';
import { classNames } from './class-names';
import type { DialogProps } from './dialog';
import { DiscardQuestion } from './form/unsaved';
import { UnsavedContext } from './form/unsaved-context';
import { xIcon } from './icons';

/**
 * The window of a dialog, loaded when the first one opens. Escape and the cross ask first while a form in it holds
 * unsaved entries; its own Cancel says what it does.
 */
export function DialogWindow({
  open,
  onOpenChange,
  title,
  description,
  size = 'md',
  role = 'dialog',
  covers = false,
  children,
}: DialogProps) {
  const t = useTranslations('Form');
  const checks = useRef(new Set<() => boolean>());
  const [isAsking, setAsking] = useState(false);
  const register = useCallback((check: () => boolean) => {
    checks.current.add(check);
    return () => void checks.current.delete(check);
  }, []);
  function change(isOpen: boolean) {
    if (!isOpen && [...checks.current].some((check) => check())) setAsking(true);
    else onOpenChange(isOpen);
  }
  const width = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-3xl', xl: 'sm:max-w-6xl' }[size];
  return (
    <Modal.Backdrop
      isOpen={open}
      onOpenChange={change}
      isDismissable={false}
      isKeyboardDismissDisabled={covers}
      className={covers ? 'bg-background' : undefined}
    >
      <Modal.Container placement="auto" scroll="inside" size="lg" className="dialog-container">
        <Modal.Dialog role={role} className={classNames('dialog', width)}>
          <div className="flex items-start justify-between gap-4 px-5 pt-5 pb-4 md:px-6 md:pt-6">
            <div className="min-w-0">
              <Modal.Heading className="text-lg font-semibold">{title}</Modal.Heading>
              {description && <p className="mt-1 text-sm text-muted">{description}</p>}
            </div>
            {!covers && (
              <Button
                look="ghost"
                size="sm"
                iconOnly
                icon={xIcon}
                aria-label={t('close')}
                onClick={() => change(false)}
                className="-me-1.5 -mt-1"
              />
            )}
          </div>
          <div className="dialog-body min-h-0 flex-1 scroll-pb-28 overflow-y-auto overscroll-contain px-5 pt-1 pb-5 md:px-6 md:pb-6">
            <UnsavedContext value={register}>{children}</UnsavedContext>
          </div>
          <DiscardQuestion
            open={isAsking}
            onAnswer={(mayDiscard) => {
              setAsking(false);
              if (mayDiscard) onOpenChange(false);
            }}
          />
        </Modal.Dialog>
      </Modal.Container>
    </Modal.Backdrop>
  );
}
