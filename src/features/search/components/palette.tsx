import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '@/components/class-names';
import { Icon } from '@/components/icon';
import { searchIcon } from '@/components/icons';
import type { Entry, EntryGroup } from './palette-entries';
import { type PaletteInput, usePaletteGroups } from './use-palette-groups';

const optionId = (entry: Entry) => `palette-${entry.id.replace(/\W/g, '-')}`;

/** Finds a place, a person, a paper or something to do by typing; the arrows choose, Enter goes there. */
export function Palette({ onClose, ...input }: PaletteInput & { onClose: () => void }) {
  const t = useTranslations('Search');
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { groups, isSearching, failure } = usePaletteGroups(input, text);
  const entries = groups.flatMap((group) => group.entries);
  const chosen = entries.find((entry) => entry.id === chosenId) ?? entries[0];
  const activeId = chosen && optionId(chosen);

  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    // Closed while it still stands there, it gives the focus back: what opens next returns it to the same place.
    return () => opened?.close();
  }, []);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  function go(entry: Entry | undefined) {
    if (!entry) return;
    onClose();
    entry.run();
  }

  function move(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const at = chosen ? entries.indexOf(chosen) : -1;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') go(chosen);
    else if (step !== undefined && entries.length > 0) {
      setChosenId(entries[(at + step + entries.length) % entries.length]?.id ?? null);
    } else return;
    event.preventDefault();
  }

  const isPayment = input.purpose === 'payment';
  const label = t(isPayment ? 'whosePayment' : 'placeholder');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={dialog}
      aria-label={t(isPayment ? 'actions.payment' : 'open')}
      // Gone by what was chosen, it must not close what opened instead; nor what React opened again in development.
      onClose={() => dialog.current?.open === false && onClose()}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="palette"
    >
      <div className="flex max-h-[inherit] flex-col">
        <div className="relative flex border-b border-separator">
          <Icon
            icon={searchIcon}
            className="pointer-events-none absolute inset-y-0 start-5 my-auto text-muted"
          />
          <input
            autoFocus
            role="combobox"
            aria-expanded="true"
            aria-controls="palette-list"
            aria-autocomplete="list"
            aria-activedescendant={activeId}
            aria-label={label}
            placeholder={label}
            value={text}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setText(event.target.value);
              setChosenId(null);
            }}
            onKeyDown={move}
            className="h-14 w-full bg-transparent ps-12 pe-5 text-base outline-none text-ellipsis placeholder:text-muted"
          />
        </div>
        <div
          id="palette-list"
          role="listbox"
          aria-label={t('results')}
          className="min-h-0 overflow-y-auto p-2"
        >
          {groups.map((group) => (
            <PaletteGroup key={group.id} group={group} chosen={chosen} onChoose={setChosenId} onGo={go} />
          ))}
        </div>
        <p
          role="status"
          className={entries.length === 0 || failure ? 'px-5 pb-6 text-center text-sm text-muted' : 'sr-only'}
        >
          {failure ?? (isSearching ? t('searching') : t('count', { count: entries.length }))}
        </p>
      </div>
    </dialog>
  );
}

function PaletteGroup({
  group,
  chosen,
  onChoose,
  onGo,
}: {
  group: EntryGroup;
  chosen: Entry | undefined;
  onChoose: (id: string) => void;
  onGo: (entry: Entry) => void;
}) {
  if (group.entries.length === 0) return null;
  const headId = `palette-group-${group.id}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a list to choose from
    <div role="group" aria-labelledby={headId} className="pb-1.5">
      <p id={headId} className="px-3 pt-2 pb-1 text-xs font-medium text-muted">
        {group.label}
      </p>
      {group.entries.map((entry) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field above has the keyboard
        <div
          key={entry.id}
          id={optionId(entry)}
          role="option"
          aria-selected={entry === chosen}
          onPointerMove={() => entry !== chosen && onChoose(entry.id)}
          onClick={() => onGo(entry)}
          className={classNames(
            'flex min-h-11 cursor-pointer items-center gap-3 rounded-xl px-3 py-1.5 text-sm',
            entry === chosen && 'bg-default',
          )}
        >
          <Icon icon={entry.icon} className="text-muted" />
          <span className="min-w-0 flex-1">
            <span className="block truncate">{entry.label}</span>
            {entry.note && <span className="block truncate text-xs text-muted">{entry.note}</span>}
          </span>
          {entry.keys && (
            <span aria-hidden="true" className="hidden text-xs text-muted uppercase sm:inline">
              {entry.keys}
            </span>
          )}
        </div>
      ))}
    </div>
  );
}
