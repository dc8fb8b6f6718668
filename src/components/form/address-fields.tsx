import { useTranslations } from 'next-intl';
import type { z } from 'zod';
import type { addressFields } from '@/lib/field';
import { fieldsOf } from './field-name';
import { TextField } from './text-field';

type AddressPart = keyof typeof addressFields;

const field = fieldsOf<z.ZodObject<typeof addressFields>>();

const ownAddress = { street: 'address-line1', postalCode: 'postal-code', city: 'address-level2' };

/** Street and house number, postal code and town. Only the user's own address is offered to be filled in by itself. */
export function AddressFields({
  values,
  isOwn = false,
}: {
  values: Partial<Record<AddressPart, string | null>> | null | undefined;
  isOwn?: boolean;
}) {
  const t = useTranslations('PropertyForm');
  const part = (name: AddressPart) => ({
    name: field(name),
    defaultValue: values?.[name],
    autoComplete: isOwn && name !== 'houseNumber' ? ownAddress[name] : 'off',
  });
  return (
    <>
      <div className="grid grid-cols-[1fr_6.5rem] gap-4">
        <TextField {...part('street')} label={t('street')} optional={isOwn} />
        <TextField {...part('houseNumber')} label={t('houseNumber')} />
      </div>
      <div className="grid grid-cols-[6.5rem_1fr] gap-4">
        <TextField {...part('postalCode')} label={t('postalCode')} />
        <TextField {...part('city')} label={t('city')} optional={isOwn} />
      </div>
    </>
  );
}
