import { Skeleton } from './skeleton';

/** Stands in for a form while its code is fetched. */
export function SkeletonForm({ fields = 5 }: { fields?: number }) {
  return (
    <div aria-hidden="true" className="flex flex-col gap-4">
      {Array.from({ length: fields }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical stand-ins have nothing else
        <div key={index}>
          <Skeleton className="h-4 w-28" />
          <Skeleton className="mt-2 h-10 w-full" />
        </div>
      ))}
    </div>
  );
}
