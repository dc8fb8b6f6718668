import { classNames } from './class-names';

/** A grey stand-in; give it the size of what will come (`h-5 w-32`). */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('skeleton block rounded-md', className)} />;
}

export function SkeletonTiles({ count = 4 }: { count?: number }) {
  return (
    <div aria-hidden="true" className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical stand-ins have nothing else
        <div key={index} className="rounded-2xl bg-surface p-4 shadow-surface md:p-5">
          <Skeleton className="h-4 w-20" />
          <Skeleton className="mt-3 h-7 w-28" />
          <Skeleton className="mt-2 h-4 w-24" />
        </div>
      ))}
    </div>
  );
}

/** Stands in for a list or table of `count` rows. */
export function SkeletonRows({ count = 4 }: { count?: number }) {
  return (
    <div aria-hidden="true" className="divide-y divide-separator rounded-2xl bg-surface shadow-surface">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical stand-ins have nothing else
        <div key={index} className="flex items-center justify-between gap-6 px-5 py-4">
          <div className="min-w-0 flex-1">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="mt-2 h-3 w-3/5" />
          </div>
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </div>
  );
}
