import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import type { Found } from '@/components/form/search-picker';
import { xIcon } from '@/components/icons';

/** Who was picked so far, each to be taken out again. */
export function PickedTenants({
  tenants,
  onRemove,
}: {
  tenants: readonly Found[];
  onRemove: (tenant: Found) => void;
}) {
  const t = useTranslations('LeaseForm');
  if (tenants.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {tenants.map((tenant) => (
        <li
          key={tenant.id}
          className="flex items-center gap-1 rounded-lg bg-accent-soft py-1 ps-3 pe-1 text-sm text-accent-soft-foreground"
        >
          {tenant.label}
          <Button
            look="ghost"
            size="sm"
            iconOnly
            icon={xIcon}
            className="size-7"
            aria-label={t('removeTenant', { name: tenant.label })}
            onClick={() => onRemove(tenant)}
          />
        </li>
      ))}
    </ul>
  );
}
