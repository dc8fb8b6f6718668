import { useTranslations } from 'next-intl';
import { useContext, useEffect, useRef, useState } from 'react';
import { Button } from '../button';
import { Dialog, DialogActions } from '../dialog';
import { type Check, holdEntries, UnsavedContext } from './unsaved-context';

/** Asks whether what was entered may be lost. */
export function DiscardQuestion({
  open,
  onAnswer,
}: {
  open: boolean;
  onAnswer: (mayDiscard: boolean) => void;
}) {
  const t = useTranslations('Form');
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onAnswer(false)}
      title={t('discardTitle')}
      size="sm"
      role="alertdialog"
    >
      <div className="flex flex-col gap-4">
        <p className="text-sm text-muted">{t('discardText')}</p>
        <DialogActions>
          <Button look="danger-soft" onClick={() => onAnswer(true)}>
            {t('discard')}
          </Button>
          <Button look="primary" autoFocus onClick={() => onAnswer(false)}>
            {t('keepEditing')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

/**
 * Guards a form with unsaved entries: its dialog asks before it closes, and links, the back button and the closing of
 * the tab ask first. Nothing is watched until something was entered.
 */
export function UnsavedGuard({ isTouched, isDirty }: { isTouched: boolean; isDirty: Check }) {
  const register = useContext(UnsavedContext);
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const latest = useRef(isDirty);
  const mayLeave = useRef(false);
  useEffect(() => {
    latest.current = isDirty;
  });

  useEffect(() => {
    if (!isTouched) return;
    const isHeld = () => !mayLeave.current && latest.current();
    const ask = (go: () => void) => setLeave(() => go);

    function onUnload(event: BeforeUnloadEvent) {
      if (isHeld()) event.preventDefault();
    }
    function onClick(event: MouseEvent) {
      const link = leadsAway(event);
      if (!link || !isHeld()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      ask(() => (link.isConnected ? link.click() : window.location.assign(link.href)));
    }
    function onNavigate(event: NavigateEvent) {
      const { key, url } = event.destination;
      const isElsewhere = new URL(url).pathname !== window.location.pathname;
      if (event.navigationType !== 'traverse' || !event.cancelable || !isElsewhere || !isHeld()) return;
      event.preventDefault();
      ask(() => void window.navigation.traverseTo(key));
    }

    const unregister = register?.(isHeld);
    const release = holdEntries(isHeld);
    window.addEventListener('beforeunload', onUnload);
    // Before anything on the page hears of the click.
    window.addEventListener('click', onClick, { capture: true });
    const navigation = 'navigation' in window ? window.navigation : null; // older browsers have none
    navigation?.addEventListener('navigate', onNavigate);
    return () => {
      unregister?.();
      release();
      window.removeEventListener('beforeunload', onUnload);
      window.removeEventListener('click', onClick, { capture: true });
      navigation?.removeEventListener('navigate', onNavigate);
    };
  }, [isTouched, register]);

  return (
    <DiscardQuestion
      open={leave !== null}
      onAnswer={(mayDiscard) => {
        setLeave(null);
        if (!mayDiscard || !leave) return;
        mayLeave.current = true;
        leave();
      }}
    />
  );
}

/** The link a plain click follows in this tab to another page. */
function leadsAway(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target === '_blank' || link.hasAttribute('download')) return null;
  const goal = new URL(link.href);
  const isHere = goal.pathname === window.location.pathname && goal.search === window.location.search;
  return goal.protocol.startsWith('http') && !isHere ? link : null;
}
