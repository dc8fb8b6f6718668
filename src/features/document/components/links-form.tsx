import { keepPreviousData } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Button } from '@/components/button';
import { DialogActions } from '@/components/dialog';
import { SearchPicker } from '@/components/form/search-picker';
import { Icon } from '@/components/icon';
import {
  banknoteIcon,
  building2Icon,
  doorOpenIcon,
  fileTextIcon,
  keyRoundIcon,
  userIcon,
  xIcon,
} from '@/components/icons';
import { Notice } from '@/components/notice';
import { useDebounced } from '@/components/use-debounced';
import { useErrorWords } from '@/i18n/error-words';
import { failureOf } from '@/i18n/failure';
import { trpc } from '@/trpc/client';
import type { DocumentLinkKind } from '../schema';
import { type DocumentLinkName, type DocumentRow, useLinkWords } from './document-words';

const kindIcons: Record<DocumentLinkKind, string> = {
  property: building2Icon,
  unit: doorOpenIcon,
  tenant: userIcon,
  lease: fileTextIcon,
  transaction: banknoteIcon,
  handover: keyRoundIcon,
};

const keyOf = ({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`;

/** What a document hangs on: any number of properties, units, tenants, leases and bookings. */
export function LinksForm({ row, onClose }: { row: DocumentRow; onClose: () => void }) {
  const t = useTranslations('Documents');
  const form = useTranslations('Form');
  const words = useErrorWords();
  const linkWords = useLinkWords();
  const id = useId();
  const [links, setLinks] = useState<readonly DocumentLinkName[]>(row.links);
  const [search, setSearch] = useState('');
  const found = trpc.document.findTargets.useQuery(
    { search: useDebounced(search, 200) },
    { placeholderData: keepPreviousData },
  );
  const utils = trpc.useUtils();
  const [known, setKnown] = useState({ version: row.version, links: row.links });
  const setAll = trpc.document.setLinks.useMutation({
    onSuccess: onClose,
    // Somebody was quicker: what they linked and took away joins the list, to be looked at before saving again.
    onError: async (error) => {
      if (failureOf(error).code !== 'version_conflict') return;
      const latest = await utils.document.get.fetch({ id: row.id }, { staleTime: 0 });
      const [before, now] = [new Set(known.links.map(keyOf)), new Set(latest.links.map(keyOf))];
      setLinks((mine) => [
        ...mine.filter((link) => now.has(keyOf(link)) || !before.has(keyOf(link))),
        ...latest.links.filter(
          (link) => !before.has(keyOf(link)) && !mine.some((own) => keyOf(own) === keyOf(link)),
        ),
      ]);
      setKnown({ version: latest.version, links: latest.links });
    },
  });
  const linked = new Set(links.map(keyOf));
  const offered = (found.data ?? []).filter((target) => !linked.has(keyOf(target)));

  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (setAll.isPending) return;
        setAll.mutate({
          id: row.id,
          version: known.version,
          links: links.map((link) => ({ kind: link.kind, id: link.id })),
        });
      }}
    >
      {setAll.error && (
        <Notice tone="danger" live>
          {words.failure(setAll.error)}
        </Notice>
      )}
      <ul aria-label={t('links')} className="grid gap-2">
        {links.map((link) => (
          <li
            key={keyOf(link)}
            className="flex items-center gap-2.5 rounded-xl border border-border px-3 py-2 text-sm"
          >
            <Icon icon={kindIcons[link.kind]} className="text-muted" />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{linkWords(link)}</span>
              <span className="block text-xs text-muted">{t(`kinds.${link.kind}`)}</span>
            </span>
            <Button
              look="ghost"
              size="sm"
              iconOnly
              icon={xIcon}
              aria-label={t('unlink', { name: linkWords(link) })}
              onClick={() => setLinks(links.filter((other) => other !== link))}
            />
          </li>
        ))}
      </ul>
      {links.length === 0 && (
        <p role="status" className="text-sm text-danger">
          {t('linkNeeded')}
        </p>
      )}
      <SearchPicker
        id={`${id}-search`}
        label={t('addLink')}
        placeholder={t('searchLinks')}
        emptyText={found.isPending ? t('searching') : t('noTarget')}
        found={offered.map((target) => ({
          id: keyOf(target),
          label: target.kind === 'lease' ? linkWords({ ...target, place: null }) : target.label,
          note: [t(`kinds.${target.kind}`), target.kind === 'transaction' ? null : target.place]
            .filter(Boolean)
            .join(' · '),
        }))}
        onSearch={setSearch}
        onPick={(picked) => {
          const target = offered.find((one) => keyOf(one) === picked.id);
          if (target) setLinks([...links, target]);
        }}
      />
      <DialogActions>
        <Button look="tertiary" onClick={onClose}>
          {form('cancel')}
        </Button>
        <Button look="primary" type="submit" pending={setAll.isPending} disabled={links.length === 0}>
          {form('save')}
        </Button>
      </DialogActions>
    </form>
  );
}
