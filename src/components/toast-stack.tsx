import { Toast, toast } from '@heroui/react/toast';
import { useTranslations } from 'next-intl';

export { toast };

/**
 * The messages on top of each other, loaded with the first of them. Each is put together here because the library's
 * own names its button to close "Close" in every language.
 */
export function ToastStack({ label }: { label: string }) {
  const t = useTranslations('Form');
  return (
    <Toast.Provider placement="bottom end" width={340} aria-label={label} className="toasts">
      {({ toast: message }) => {
        const { title, variant, actionProps } = message.content;
        return (
          <Toast placement="bottom end" toast={message} {...(variant && { variant })}>
            <Toast.Indicator {...(variant && { variant })} />
            <Toast.Content>
              <Toast.Title>
                <span>{title}</span>
                {actionProps && (
                  <span className="sr-only"> {t('byKey', { action: `${actionProps.children}` })}</span>
                )}
              </Toast.Title>
            </Toast.Content>
            {actionProps && <Toast.ActionButton {...actionProps} />}
            <Toast.CloseButton aria-label={t('close')} />
          </Toast>
        );
      }}
    </Toast.Provider>
  );
}
