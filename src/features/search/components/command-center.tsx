'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { Button } from '@/components/button';
import { Icon } from '@/components/icon';
import { banknoteIcon, searchIcon } from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';
import type { MemberRole } from '@/domain/vocabulary';
import { useFormats } from '@/i18n/formats-provider';
import { useGo } from '@/i18n/use-go';
import {
  areShortcutsOn,
  type Goal,
  goalsFor,
  isTypingIn,
  makeShortcutReader,
  openDialog,
  type Shortcut,
} from './shortcuts';
import { type Payable, usePay, useTenantHere } from './use-pay';

const Palette = lazyDialog(async () => (await import('./palette')).Palette);
const ShortcutList = lazyDialog(async () => (await import('./shortcut-list')).ShortcutList);
const PaymentDialog = lazyDialog(
  async () => (await import('@/features/rent-account/components/payment-dialog')).PaymentDialog,
);
const LeaseDialog = lazyDialog(
  async () => (await import('@/features/lease/components/lease-dialog')).LeaseDialog,
);
const FoundDocumentDialog = lazyDialog(
  async () => (await import('@/features/document/components/found-document-dialog')).FoundDocumentDialog,
);
const BookAnywhere = lazyDialog(
  async () => (await import('@/features/transaction/components/book-anywhere')).BookAnywhere,
);

export type PalettePurpose = 'everything' | 'payment';
type Shown =
  | { what: 'palette'; purpose: PalettePurpose }
  | { what: 'shortcuts' | 'lease' | 'booking' }
  | { what: 'document'; document: { id: string; title: string } }
  | { what: 'payment'; payable: Payable };

const readShortcut = makeShortcutReader();
const everything: Shown = { what: 'palette', purpose: 'everything' };

/** The button that searches everything, and the keys that do without it. What they open is loaded then. */
export function CommandCenter({ role }: { role: MemberRole }) {
  const canEdit = role !== 'viewer';
  const t = useTranslations('Search');
  const go = useGo();
  const offered = goalsFor({ canEdit, currency: useFormats().currency });
  const [shown, setShown] = useState<Shown | null>(null);
  const close = () => setShown(null);
  const tenantHere = useTenantHere();
  const pay = usePay((payable) => setShown({ what: 'payment', payable }));

  function run(shortcut: Shortcut) {
    switch (shortcut) {
      case 'palette':
        return setShown(shown ? null : everything);
      case 'shortcuts':
        return setShown({ what: 'shortcuts' });
      case 'search': {
        const search = document.querySelector<HTMLInputElement>('[data-page-search]');
        return search ? search.focus() : setShown(everything);
      }
      case 'new-payment': {
        const ask = () => setShown({ what: 'palette', purpose: 'payment' });
        return tenantHere === null ? ask() : void pay(tenantHere, ask);
      }
      case 'new-property':
        return go({ pathname: '/dashboard/properties', query: { new: '1' } });
      case 'new-tenant':
        return go({ pathname: '/dashboard/tenants', query: { new: '1' } });
      case 'new-lease':
        return setShown({ what: 'lease' });
      case 'new-booking':
        return setShown({ what: 'booking' });
      default:
        return go(shortcut);
    }
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const isTyping = isTypingIn(event.target) || !areShortcutsOn();
    const lettersOf = (goal: Goal) => t(`letters.${goal}`);
    const shortcut = readShortcut(event, { isTyping, now: event.timeStamp, lettersOf, offered });
    // A form in a dialog keeps the keyboard; only the palette itself closes by its own key.
    const isBusy = shown?.what !== 'palette' && document.querySelector(openDialog) !== null;
    if (shortcut === null || isBusy) return;
    event.preventDefault();
    run(shortcut);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  const isMac = useSyncExternalStore(
    () => () => {},
    () => /Mac|iPhone|iPad/.test(navigator.userAgent),
    () => false,
  );
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        title={t('open')}
        onClick={() => run('palette')}
        className="search-button button button--ghost button--sm px-2 text-muted xl:border xl:border-border xl:ps-2.5 xl:pe-1.5"
      >
        <Icon icon={searchIcon} />
        <span className="sr-only xl:not-sr-only">{t('button')}</span>
        {/* Drawn by the style sheet: as text the keys would have to be part of the button's name. */}
        <span
          data-keys={isMac ? '⌘K' : t('keys')}
          className="ms-3 hidden rounded-md bg-default px-1.5 text-xs before:content-[attr(data-keys)] xl:inline"
        />
      </button>
      {canEdit && (
        <Button
          look="ghost"
          size="sm"
          iconOnly
          icon={banknoteIcon}
          aria-label={t('actions.payment')}
          title={t('actions.payment')}
          onClick={() => run('new-payment')}
          className="shrink-0 text-muted"
        />
      )}
      {shown?.what === 'palette' && (
        <Palette
          key={shown.purpose}
          purpose={shown.purpose}
          role={role}
          offered={offered}
          onClose={close}
          onShortcut={run}
          onPay={(payable) => setShown({ what: 'payment', payable })}
          onDocument={(document) => setShown({ what: 'document', document })}
        />
      )}
      {shown?.what === 'shortcuts' && <ShortcutList offered={offered} onClose={close} />}
      {shown?.what === 'lease' && <LeaseDialog onDone={close} />}
      {shown?.what === 'booking' && <BookAnywhere onClose={close} />}
      {shown?.what === 'document' && <FoundDocumentDialog {...shown.document} onClose={close} />}
      {shown?.what === 'payment' && <PaymentDialog {...shown.payable} onClose={close} />}
    </>
  );
}
