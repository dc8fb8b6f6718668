import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FieldHandle } from './form-context';
import { type Difference, mergeFields, ownVersion } from './merge';

export type EditMerge = {
  taken: Difference[];
  /** What both changed and nobody has decided on yet. */
  differing: Difference[];
  /** How many decisions there were to make. */
  total: number;
  settle: (names: readonly string[], choice: 'mine' | 'theirs') => void;
};

/**
 * Compares a form with its record whenever the record becomes another one under it (`state`), because somebody else
 * saved and this page heard of it, or because saving was refused. What the user has not touched follows the record;
 * what both changed is told, so that a decision can be made.
 */
export function useEditMerge(
  handles: RefObject<Map<string, FieldHandle>>,
  { state, version }: { state: unknown; version: unknown },
  onMerged: () => void,
) {
  const bases = useRef(new Map<string, string>());
  const own = useRef<unknown>(null);
  const [seen, setSeen] = useState(state);
  const [found, setFound] = useState<Omit<EditMerge, 'settle'> | null>(null);

  // After the fields' own effects, which have registered what the record holds now.
  useEffect(() => {
    if (state === seen) return;
    const isOwn = own.current !== null && own.current === version;
    own.current = null;
    const fields = [...handles.current].flatMap(([name, { compare }]) =>
      compare
        ? [
            {
              name,
              label: compare.label(),
              base: bases.current.get(name),
              mine: compare.mine(),
              theirs: compare.saved(),
            },
          ]
        : [],
    );
    const { taken, differing } = mergeFields(fields);
    for (const { name } of taken) handles.current.get(name)?.compare?.take();
    bases.current = new Map(fields.map((field) => [field.name, field.theirs]));
    setSeen(state);
    onMerged();
    // How the record spells what was saved here is no news.
    if (isOwn && differing.length === 0) {
      setFound(null);
      return;
    }
    setFound((before) => {
      const names = new Set(fields.map((field) => field.name));
      const unsettled = (before?.differing ?? []).filter(
        (one) => names.has(one.name) && !differing.some((other) => other.name === one.name),
      );
      const all = [...unsettled, ...differing];
      const takenNow = [...(before?.taken ?? []), ...taken];
      if (all.length + takenNow.length === 0) return before;
      return { taken: takenNow, differing: all, total: all.length };
    });
  }, [state, version, seen, handles, onMerged]);

  function settle(names: readonly string[], choice: 'mine' | 'theirs') {
    if (choice === 'theirs') for (const name of names) handles.current.get(name)?.compare?.take();
    setFound(
      (before) =>
        before && { ...before, differing: before.differing.filter((one) => !names.includes(one.name)) },
    );
  }

  return {
    merge: found && { ...found, settle },
    /** Remembers what the record held when a field first appeared. */
    remember(name: string, { compare }: FieldHandle) {
      if (compare && !bases.current.has(name)) bases.current.set(name, compare.saved());
    },
    /** Whether a field holds something else than its record did. */
    differs(name: string): boolean {
      const compare = handles.current.get(name)?.compare;
      return compare === undefined || compare.mine() !== bases.current.get(name);
    },
    /** What stands in the fields now; of a form that is sent, what is to be saved. */
    standing: (): ReadonlyMap<string, string> =>
      new Map(
        [...handles.current].flatMap(([name, { compare }]) => (compare ? [[name, compare.mine()]] : [])),
      ),
    /** This version is the form's own, and holds what was sent; what was typed since is new. */
    saved(sent: ReadonlyMap<string, string>, result: unknown) {
      own.current = ownVersion(result, version);
      for (const [name, text] of sent) bases.current.set(name, text);
      setFound(null);
    },
  };
}
