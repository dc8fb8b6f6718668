import { Skeleton } from '@/components/skeleton';

export function PreviewSkeleton() {
  return (
    <div className="grid gap-2">
      <Skeleton className="h-4 w-3/4" />
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-4 w-2/5" />
    </div>
  );
}
