import { Skeleton, SkeletonRows } from '@/components/skeleton';

/** The shape of today before it is known: the sentence, then the list. */
export function TodaySkeleton() {
  return (
    <div className="grid grid-cols-1 gap-6 md:gap-8">
      <Skeleton className="h-7 w-80 max-w-full" />
      <div>
        <Skeleton className="mb-3 h-6 w-36" />
        <SkeletonRows count={5} />
      </div>
    </div>
  );
}
