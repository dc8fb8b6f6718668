import { type ReactNode, type Ref, useRef, useState } from 'react';
import { ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components/ComboBox';
import { Icon } from '../icon';
import { searchIcon } from '../icons';
import { FieldProblemText, problemId } from './field-frame';

export type Found = { id: string; label: string; note?: string };

/**
 * Finds one of many by typing; the server searches, the parent keeps what was picked. Empties itself after a
 * pick, so that another can follow.
 */
export function SearchPicker({
  id,
  label,
  placeholder,
  emptyText,
  found,
  onSearch,
  onPick,
  problem,
  inputRef,
  autoFocus,
}: {
  id: string;
  label: ReactNode;
  placeholder?: string;
  /** Stands in the list when nothing fits. */
  emptyText: ReactNode;
  found: readonly Found[];
  onSearch: (text: string) => void;
  onPick: (picked: Found) => void;
  problem?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
  autoFocus?: boolean;
}) {
  const [text, setText] = useState('');
  const box = useRef<HTMLSpanElement>(null);
  /** As wide as the field, which is measured here: React Aria measures it while its dialog still grows. */
  const [width, setWidth] = useState<number>();
  // The list closes because the value changes; a value that stayed null would leave it open after a pick.
  const [pickedId, setPickedId] = useState<string | null>(null);
  function search(next: string) {
    setText(next);
    onSearch(next);
  }
  function pick(picked: Found | undefined) {
    if (!picked) return;
    setPickedId(picked.id);
    onPick(picked);
    search('');
  }
  return (
    <ComboBox
      items={found}
      inputValue={text}
      onInputChange={search}
      value={pickedId}
      onChange={(key) => pick(found.find((entry) => entry.id === key))}
      onOpenChange={(isOpen) => {
        if (!isOpen) return;
        setWidth(box.current?.offsetWidth);
        // The same one may be picked again once it was removed.
        setPickedId(null);
      }}
      menuTrigger="focus"
      allowsEmptyCollection
      allowsCustomValue
      isInvalid={problem !== undefined}
      className="flex min-w-0 flex-col gap-1.5"
    >
      <Label className="text-sm font-medium">{label}</Label>
      <span ref={box} className="relative flex">
        <Icon
          icon={searchIcon}
          className="pointer-events-none absolute inset-y-0 start-3 my-auto text-muted"
        />
        <Input
          ref={inputRef}
          autoFocus={autoFocus}
          placeholder={placeholder}
          aria-describedby={problem === undefined ? undefined : problemId(id)}
          data-invalid={problem === undefined ? undefined : true}
          className="input input--full-width ps-9"
        />
      </span>
      <FieldProblemText id={id} problem={problem} />
      <Popover className="dropdown__popover p-1.5" style={{ width }}>
        <ListBox
          className="max-h-64 overflow-y-auto outline-none"
          renderEmptyState={() => <p className="px-2.5 py-2 text-sm text-muted">{emptyText}</p>}
        >
          {(entry: Found) => (
            <ListBoxItem
              id={entry.id}
              textValue={entry.label}
              className="cursor-pointer rounded-md px-2.5 py-2 text-sm outline-none data-focused:bg-default"
            >
              <span className="block truncate">{entry.label}</span>
              {entry.note && <span className="block truncate text-xs text-muted">{entry.note}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
