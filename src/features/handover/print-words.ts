import { createTranslator } from 'next-intl';
import { type Floor, findFloor, isFloorNamed, readFloor } from '@/domain/floor';
import type {
  HandoverKind,
  KeyKind,
  MendingParty,
  MeterKind,
  MeterMeasure,
  RoomCondition,
} from '@/domain/vocabulary';
import { formatDate, formatDecimal, type UserFormats } from '@/i18n/formats';
import { messagesIn } from '@/i18n/server/messages-in';

/** Everything a printed record says, in one language: for a route, which has none of its own. */
export async function printWords(formats: UserFormats) {
  const { language: locale, wording } = formats;
  const messages = await messagesIn(wording);
  const t = createTranslator({ locale, messages, namespace: 'Handover' });
  const labels = createTranslator({ locale, messages, namespace: 'Labels' });
  const floorName = (floor: Floor) => {
    const name = labels(`floor.${floor.kind}`, { number: floor.number });
    return floor.rest === '' ? name : t('floorPart', { floor: name, part: floor.rest });
  };
  const inWords = (text: string) => {
    const floor = readFloor(text);
    return floor ? floorName(floor) : text;
  };
  const nameInWords = (name: string) => {
    const floor = findFloor(name);
    return floor ? [floor.before, floorName(floor)].filter(Boolean).join(', ') : name;
  };
  const reading = (thousandths: number, measure: MeterMeasure) =>
    `${formatDecimal(thousandths, 3, formats)}\u00A0${labels(`meterMeasure.${measure}`)}`;
  return {
    fixed: {
      title: t('title'),
      place: t('place'),
      landlord: t('landlord'),
      tenant: t('tenant'),
      persons: t('persons'),
      meters: t('meters'),
      meter: t('meter'),
      reading: t('reading'),
      last: t('last'),
      consumed: t('consumed'),
      keys: t('keys'),
      given: t('given'),
      returned: t('returned'),
      keyCount: t('keyCount'),
      keyKind: t('keyKind'),
      rooms: t('rooms'),
      defect: t('defect'),
      remarks: t('remarks'),
      photos: t('photos'),
      nothing: t('nothing'),
      asAtMoveIn: t('asAtMoveIn'),
      signature: t('signature'),
      agreed: t('agreed'),
      void: t('void'),
    },
    /** The unit beside its address, its floor once and in words. */
    unit: (unit: { name: string; floor: string | null }, propertyName: string) => {
      // The only flat of a house is called like the house.
      const name = unit.name === propertyName ? null : unit.name;
      const isNamed = name !== null && unit.floor !== null && isFloorNamed(name, unit.floor);
      return [name && nameInWords(name), isNamed || unit.floor === null ? null : inWords(unit.floor)];
    },
    kind: (kind: HandoverKind) => labels(`handoverKind.${kind}`),
    when: (heldOn: string, heldAt: string | null) => {
      const day = formatDate(heldOn, formats);
      return heldAt === null ? t('on', { day }) : t('onAt', { day, time: heldAt });
    },
    day: (day: string) => formatDate(day, formats),
    meter: (meter: { kind: MeterKind; number: string | null; location: string | null }) =>
      [labels(`meterKind.${meter.kind}`), meter.number, meter.location].filter(Boolean).join(' · '),
    reading,
    difference: (thousandths: number, measure: MeterMeasure) =>
      `${thousandths > 0 ? '+' : ''}${reading(thousandths, measure)}`,
    key: (key: { kind: KeyKind; label: string | null }) =>
      [labels(`keyKind.${key.kind}`), key.label].filter(Boolean).join(' · '),
    missing: (count: number) => t('keysMissing', { count }),
    condition: (condition: RoomCondition) => labels(`roomCondition.${condition}`),
    conditionThen: (condition: RoomCondition) =>
      t('conditionThen', { condition: labels(`roomCondition.${condition}`) }),
    mending: ({ mendedBy, mendUntil }: { mendedBy: MendingParty; mendUntil: string | null }) => {
      const who = labels(`mendedBy.${mendedBy}`);
      if (mendedBy === 'nobody') return who;
      return mendUntil === null
        ? t('mends', { who })
        : t('mendsUntil', { who, day: formatDate(mendUntil, formats) });
    },
    photo: (number: number, name: string) => t('photoOf', { number: String(number), name }),
    photosLeftOut: (count: number) => t('photosLeftOut', { count }),
    page: (page: number, pages: number) => t('page', { page: String(page), pages: String(pages) }),
  };
}
export type PrintWords = Awaited<ReturnType<typeof printWords>>;
