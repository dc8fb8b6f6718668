import 'server-only';
import type { Period } from '@/lib/period';
import { trpc } from '@/trpc/server';
import { RoomList } from './room-list';

/** The rooms in which tenants look at the receipts of a period; nothing before its statement was sent. */
export async function RoomSection({
  propertyId,
  period,
  canEdit,
}: {
  propertyId: string;
  period: Period;
  canEdit: boolean;
}) {
  const found = await trpc.receiptRoom.list({ propertyId, ...period });
  // Business premises have none, and where one would be empty there is nothing to say.
  if (!found || (found.leases.length === 0 && found.rooms.length === 0)) return null;
  return <RoomList place={{ propertyId, ...period }} served={found} canEdit={canEdit} />;
}
