import { useParams } from 'next/navigation';
import { usePathname } from '@/i18n/navigation';
import { trpc } from '@/trpc/client';
import { NewTransactionDialog } from './transaction-dialog';

type Props = { onClose: () => void };

/** Books income or expense from any page: on one of a property for that one, else the form asks what for. */
export function BookAnywhere(props: Props) {
  const isAtProperty = usePathname().startsWith('/property/[id]');
  const { id } = useParams();
  return isAtProperty && typeof id === 'string' ? (
    <BookHere {...props} id={id} />
  ) : (
    <Booking {...props} property={null} />
  );
}

function BookHere({ id, ...props }: Props & { id: string }) {
  const [{ name }] = trpc.property.get.useSuspenseQuery({ id });
  return <Booking {...props} property={{ id, name }} />;
}

function Booking({ property, onClose }: Props & { property: { id: string; name: string } | null }) {
  const [portfolio] = trpc.portfolio.get.useSuspenseQuery();
  return <NewTransactionDialog property={property} today={portfolio.today} onClose={onClose} />;
}
