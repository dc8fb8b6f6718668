import { Skeleton, SkeletonRows, SkeletonTiles } from '@/components/skeleton';

/** The overview's shape before its figures. */
export function OverviewSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-6 md:gap-8">
      <SkeletonTiles />
      <div className="grid grid-cols-1 items-start gap-6 md:gap-8 lg:grid-cols-[3fr_2fr]">
        {['arrears', 'dates'].map((part) => (
          <div key={part}>
            <Skeleton className="mb-4 h-5 w-36" />
            <SkeletonRows count={3} />
          </div>
        ))}
      </div>
    </div>
  );
}
