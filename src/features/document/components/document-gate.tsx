import { HydrateClient, trpc } from '@/trpc/server';
import { firstDocuments } from '../pages';
import type { DocumentTarget } from '../schema';
import { DocumentSection } from './document-section';

/** Starts the queries of a section of documents, of a thing or all, while the page around it is sent. */
export function DocumentGate({ on, canEdit }: { on: DocumentTarget | null; canEdit: boolean }) {
  void trpc.portfolio.get.prefetch();
  void trpc.document.usage.prefetch();
  void trpc.document.list.prefetchInfinite(firstDocuments(on));
  return (
    <HydrateClient>
      <DocumentSection on={on} canEdit={canEdit} />
    </HydrateClient>
  );
}
