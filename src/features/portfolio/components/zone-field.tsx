import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { fieldsOf } from '@/components/form/field-name';
import { TypedField } from '@/components/form/typed-field';
import { zonesByCity, zoneTyped } from '../proposal-rules';
import type { createPortfolioInput } from '../schema';

const field = fieldsOf<typeof createPortfolioInput>();

/** Four hundred zones, found by typing a city; the browser's own list proposes them. */
export function ZoneField({ value, timeZones }: { value: string; timeZones: readonly string[] }) {
  const t = useTranslations('PortfolioForm');
  const list = useId();
  const offered = timeZones.includes(value) ? timeZones : [value, ...timeZones];
  const zones = zonesByCity(offered, t('cities'));
  return (
    <>
      <TypedField
        name={field('timeZone')}
        label={t('timeZone')}
        hint={t('timeZoneHint')}
        value={value}
        read={(text) => {
          const zone = zoneTyped(text, zones);
          return zone === null ? { ok: false, code: 'time_zone' } : { ok: true, value: zone };
        }}
        write={(zone) => zones.find((known) => known.value === zone)?.label ?? zone}
        inputMode="text"
        list={list}
        // What is typed replaces the zone: its own name would hide all others from the list.
        onFocus={(event) => event.currentTarget.select()}
      />
      <datalist id={list}>
        {zones.map(({ value: zone, label }) => (
          <option key={zone} value={label} />
        ))}
      </datalist>
    </>
  );
}
