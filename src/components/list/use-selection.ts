import { useState } from 'react';
import { choose, type Selection } from './selection';

/** Which rows of a list are chosen; `scope` names what the list shows, and another one begins anew. */
export function useSelection(scope: string) {
  const [state, setState] = useState<{ scope: string; selection: Selection }>({ scope, selection: nothing });
  const selection = state.scope === scope ? state.selection : nothing;
  const set = (next: Selection) => setState({ scope, selection: next });
  return {
    chosen: selection.chosen,
    choose: (ids: readonly string[], id: string, isChosen: boolean, isRange: boolean) =>
      set(choose(selection, ids, id, { isChosen, isRange })),
    chooseAll: (ids: readonly string[]) => set({ chosen: new Set(ids), anchor: null }),
    clear: () => set(nothing),
  };
}

export type SelectionState = ReturnType<typeof useSelection>;

const nothing: Selection = { chosen: new Set(), anchor: null };
