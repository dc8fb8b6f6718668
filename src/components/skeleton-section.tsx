import { Skeleton, SkeletonRows } from './skeleton';

/** Stands in for a section with its heading; `id` keeps its anchor reachable from the start. */
export function SkeletonSection({ id, rows = 3 }: { id: string; rows?: number }) {
  return (
    <div id={id} className="scroll-mt-28">
      <Skeleton className="mb-4 h-5 w-40" />
      <SkeletonRows count={rows} />
    </div>
  );
}
