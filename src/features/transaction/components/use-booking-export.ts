import { useMessages } from 'next-intl';
import { useListExport } from '@/components/list/use-list-export';
import { useCategoryName } from '@/features/category/components/category-words';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import type { ListTransactionsInput } from '../schema';
import type { BookingRow } from './save-bookings';

/** Saves all that the list would show; how is loaded when somebody wants it. */
export function useBookingExport() {
  const messages = useMessages();
  const nameOf = useCategoryName();
  const formats = useFormats();
  const { client } = trpc.useUtils();
  return useListExport<BookingRow, ListTransactionsInput>(
    (input, page) => client.transaction.list.query({ ...input, ...page }),
    async (rows) => {
      const [{ jurisdiction }, { saveBookings }] = await Promise.all([
        client.portfolio.get.query(),
        import('./save-bookings'),
      ]);
      saveBookings(rows, { messages, formats, nameOf, jurisdiction });
    },
  );
}
