import type {
  KeyKind,
  MendingParty,
  MeterKind,
  MeterMeasure,
  RoomCondition,
} from '../../../domain/vocabulary.ts';
import { addMonths, type CalendarDate, minDate } from '../../../lib/calendar.ts';
import { createRandom, uuidAt } from '../random-rules.ts';
import type { DemoWords } from '../words.ts';
import { noon } from './account.ts';
import type { Rows } from './rows.ts';

type Defect = { description: string; mendedBy: MendingParty; mendUntil?: CalendarDate; isKnown?: boolean };
type Told = {
  lastName: string;
  kind: 'move_in' | 'move_out';
  heldAt: string;
  remarks?: string;
  readings: [power: number, heat: number];
  keys: [KeyKind, number][];
  rooms: {
    name: string;
    condition: RoomCondition;
    note?: string;
    defects?: (heldOn: CalendarDate) => Defect[];
  }[];
};

/**
 * The hand-overs of one flat: a tenant moves in, years later out, and the next one in, with its meters. Made
 * after everything else and by numbers of its own, so that all other rows stay what they were.
 */
export function addHandovers(
  rows: Rows,
  of: { portfolioId: string; today: CalendarDate; words: DemoWords },
): void {
  const { portfolioId, today } = of;
  const random = createRandom(`handovers ${portfolioId}`);
  const t = of.words.rooms;
  const landlord = rows.landlord[0]?.name ?? '';
  const newId = (day: CalendarDate) => uuidAt(random, noon(day).getTime());
  const leaseOf = (lastName: string) => {
    const tenant = rows.tenant.find((row) => row.lastName === lastName);
    const leaseId = rows.leaseTenant.find((row) => row.tenantId === tenant?.id)?.leaseId;
    const lease = rows.lease.find((row) => row.id === leaseId);
    const unitId = rows.leaseUnit.find((row) => row.leaseId === leaseId)?.unitId;
    const unit = rows.unit.find((row) => row.id === unitId);
    if (!tenant || !leaseId || !lease || !unit?.id) throw new Error(`The demo has no lease of ${lastName}.`);
    return { name: `${tenant.firstName} ${tenant.lastName}`, leaseId, lease, unit, unitId: unit.id };
  };

  const first = leaseOf('Frank');
  const meter = (kind: MeterKind, measure: MeterMeasure, number: string, location: string) => {
    const id = newId(first.lease.startsOn);
    rows.meter.push({
      portfolioId,
      id,
      propertyId: first.unit.propertyId,
      unitId: first.unitId,
      kind,
      number,
      location,
      measure,
      version: 1,
      createdAt: noon(first.lease.startsOn),
      updatedAt: noon(first.lease.startsOn),
    });
    return id;
  };
  const meters = [
    meter('electricity', 'kwh', '1 EMH00 7741 2093', t.hall),
    meter('heat_cost_allocator', 'units', 'TE-40712', t.living),
  ];

  const write = ({ lastName, kind, heldAt, remarks, readings, keys, rooms }: Told) => {
    const { name, leaseId, lease, unitId } = leaseOf(lastName);
    const heldOn = minDate(kind === 'move_in' ? lease.startsOn : (lease.endsOn ?? today), today);
    const handoverId = newId(heldOn);
    const written = { portfolioId, createdAt: noon(heldOn) };
    rows.handover.push({
      ...written,
      id: handoverId,
      leaseId,
      unitId,
      kind,
      heldOn,
      heldAt,
      persons: [name, landlord],
      confirmedBy: [name, landlord],
      remarks: remarks ?? null,
      version: 1,
      updatedAt: noon(heldOn),
    });
    for (const [index, meterId] of meters.entries()) {
      rows.meterReading.push({
        ...written,
        id: newId(heldOn),
        meterId,
        readOn: heldOn,
        readingThousandths: readings[index] ?? 0,
        handoverId,
        recordedBy: null,
      });
    }
    for (const [index, [keyKind, count]] of keys.entries()) {
      const position = index + 1;
      rows.handoverKey.push({ ...written, id: newId(heldOn), handoverId, position, kind: keyKind, count });
    }
    for (const [index, { defects, ...room }] of rooms.entries()) {
      const roomId = newId(heldOn);
      rows.handoverRoom.push({ ...written, id: roomId, handoverId, position: index + 1, ...room });
      for (const [place, defect] of (defects?.(heldOn) ?? []).entries()) {
        rows.handoverDefect.push({
          ...written,
          id: newId(heldOn),
          roomId,
          position: place + 1,
          mendUntil: null,
          isKnown: false,
          ...defect,
        });
      }
    }
  };

  const keys: Told['keys'] = [
    ['house_door', 3],
    ['flat_door', 3],
    ['cellar', 1],
    ['letter_box', 1],
  ];
  const scratch = (isKnown: boolean): Defect => ({ description: t.scratch, mendedBy: 'nobody', isKnown });
  write({
    lastName: 'Frank',
    kind: 'move_in',
    heldAt: '10:00',
    readings: [1_204_600, 312_000],
    keys,
    rooms: [
      { name: t.hall, condition: 'good' },
      { name: t.kitchen, condition: 'as_new', note: t.painted },
      { name: t.bath, condition: 'good' },
      { name: t.living, condition: 'good', defects: () => [scratch(false)] },
      { name: t.cellar, condition: 'worn' },
    ],
  });
  write({
    lastName: 'Frank',
    kind: 'move_out',
    heldAt: '16:30',
    remarks: t.left,
    readings: [4_688_200, 1_164_000],
    keys: keys.map(([kind, count]) => [kind, kind === 'flat_door' ? count - 1 : count]),
    rooms: [
      { name: t.hall, condition: 'good' },
      { name: t.kitchen, condition: 'good' },
      { name: t.bath, condition: 'worn', defects: () => [{ description: t.seal, mendedBy: 'landlord' }] },
      {
        name: t.living,
        condition: 'worn',
        defects: (heldOn) => [
          scratch(true),
          { description: t.stain, mendedBy: 'tenant', mendUntil: addMonths(heldOn, 1) },
        ],
      },
      { name: t.cellar, condition: 'worn' },
    ],
  });
  write({
    lastName: 'Demir',
    kind: 'move_in',
    heldAt: '11:00',
    readings: [4_711_300, 1_208_000],
    keys,
    rooms: [
      { name: t.hall, condition: 'good' },
      { name: t.kitchen, condition: 'as_new', note: t.painted },
      {
        name: t.bath,
        condition: 'good',
        defects: (heldOn) => [{ description: t.seal, mendedBy: 'landlord', mendUntil: addMonths(heldOn, 1) }],
      },
      { name: t.living, condition: 'good', defects: () => [scratch(false)] },
      { name: t.cellar, condition: 'worn' },
    ],
  });
}
