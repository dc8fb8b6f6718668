import { ArchiveSelection } from '@/components/list/archive-selection';
import { trpc } from '@/trpc/client';
import type { PropertyRow } from './property-cards';

/** What can be done with the chosen properties. */
export function PropertySelection(props: {
  chosen: readonly PropertyRow[];
  canEdit: boolean;
  onClear: () => void;
  onExport: () => void;
}) {
  const archive = trpc.property.archiveRows.useMutation();
  const restore = trpc.property.restoreRows.useMutation();
  return (
    <ArchiveSelection
      {...props}
      archive={async (rows) => ({ done: await archive.mutateAsync({ rows }) })}
      restore={async (rows) => ({ done: await restore.mutateAsync({ rows }) })}
    />
  );
}
