import { useEffect, useRef, useState } from 'react';
import { Icon } from '../icon';
import { searchIcon } from '../icons';

const TYPING_PAUSE_MS = 200;

/** Searches as somebody types. The page's search is found by its `data-page-search`, by the key `/`. */
export function SearchBox({
  label,
  value,
  onSearch,
}: {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const [told, setTold] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Changed from outside, e.g. by “Show all” or by going back.
  if (value !== told) {
    setTold(value);
    if (value !== typed.trim()) setTyped(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <span className="relative flex min-w-0 flex-1 basis-40 sm:basis-52 sm:max-w-sm">
      <Icon icon={searchIcon} className="pointer-events-none absolute inset-y-0 start-3 my-auto text-muted" />
      <input
        type="search"
        data-page-search
        value={typed}
        maxLength={200}
        aria-label={label}
        placeholder={label}
        onChange={(event) => {
          const text = event.target.value;
          setTyped(text);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => onSearch(text.trim()), TYPING_PAUSE_MS);
        }}
        className="input input--full-width ps-9"
      />
    </span>
  );
}
