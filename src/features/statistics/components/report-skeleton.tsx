import { Skeleton } from '@/components/skeleton';

export function ChartSkeleton() {
  return (
    <div className="rounded-2xl bg-surface p-4 shadow-surface md:p-5">
      <Skeleton className="h-5 w-44" />
      <Skeleton className="mt-4 h-65 w-full" />
    </div>
  );
}

/** The shape of the figures and charts before they are there. */
export function ReportSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-3 md:gap-4">
      <Skeleton className="h-5 w-72 max-w-full" />
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-4 lg:grid-cols-4">
        {Array.from({ length: 12 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: identical stand-ins have nothing else
          <div key={index} className="rounded-2xl bg-surface p-4 shadow-surface">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="mt-3 h-6 w-28" />
            <Skeleton className="mt-2 h-3 w-32 max-w-full" />
          </div>
        ))}
      </div>
      <div className="grid gap-3 md:gap-4 lg:grid-cols-2">
        <ChartSkeleton />
        <ChartSkeleton />
      </div>
    </div>
  );
}
