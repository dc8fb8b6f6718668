import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { addDays, addMonths, FIRST_DAY, firstOfMonth, lastOfMonth, maxDate, monthOf } from '@/lib/calendar';

/** A small generator that gives the same numbers for the same seed (mulberry32). */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Row = Record<string, unknown>;

/**
 * Writes years of rows straight into a portfolio, over all rules but the database's own: properties bought, sold
 * and archived, units in own use, leases that follow each other or hold units of two properties, charges with
 * corrections and deposits, payments taken back, bookings split and reversed.
 */
export async function writeRandomHistory(
  sql: postgres.Sql,
  { portfolioId, today, seed }: { portfolioId: string; today: string; seed: number },
): Promise<{ propertyIds: string[]; unitIds: string[] }> {
  const upTo = numbersFrom(seed);
  const chance = (percent: number) => upTo(100) < percent;
  const pick = <T>(values: readonly T[]): T => {
    const value = values[upTo(values.length)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  };
  const dayAgo = (days: number) => addDays(today, -upTo(days));
  const tables = new Map<string, Row[]>();
  const add = (table: string, row: Row): string => {
    const id = randomUUID();
    const keyed = table === 'open_item' ? {} : { id };
    tables.set(table, [...(tables.get(table) ?? []), { portfolio_id: portfolioId, ...keyed, ...row }]);
    return id;
  };

  const [repairs, tax, rentIncome] = ['repairs', 'property_tax', 'other_income'].map((code) =>
    add('category', {
      code: `test_${code}`,
      direction: code === 'other_income' ? 'income' : 'expense',
      is_recoverable: code === 'property_tax',
    }),
  );
  const units: { id: string; propertyId: string }[] = [];
  const propertyIds = Array.from({ length: 3 }, (_, index) => {
    const propertyId = add('property', {
      name: `Haus ${index}`,
      kind: 'multi_family',
      country: 'DE',
      purchased_on: chance(50) ? addDays(today, -600 - upTo(900)) : null,
      purchase_price_cents: chance(70) ? 10_000_000 + upTo(90_000_000) : null,
      purchase_costs_cents: chance(50) ? upTo(9_000_000) : null,
      sold_on: chance(20) ? dayAgo(500) : null,
      archived_at: chance(15) ? `${dayAgo(300)}T12:00:00Z` : null,
      created_at: `${addDays(today, -700)}T08:00:00Z`,
    });
    for (let n = 0; n <= upTo(3); n += 1) {
      const id = add('unit', {
        property_id: propertyId,
        name: `Wohnung ${n}`,
        kind: 'apartment',
        asking_rent_cents: chance(70) ? 30_000 + upTo(90_000) : null,
        available_from: chance(25) ? dayAgo(600) : null,
        archived_at: chance(10) ? `${dayAgo(400)}T12:00:00Z` : null,
        created_at: `${addDays(today, -upTo(800))}T08:00:00Z`,
      });
      add('unit_period', {
        unit_id: id,
        valid_from: FIRST_DAY,
        area_sqm100: chance(70) ? 2_000 + upTo(9_000) : null,
        own_use: chance(15),
      });
      if (chance(30)) {
        const validFrom = dayAgo(600);
        add('unit_period', { unit_id: id, valid_from: validFrom, own_use: chance(50) });
        if (chance(50))
          add('unit_period', { unit_id: id, valid_from: addDays(validFrom, 40), own_use: false });
      }
      units.push({ id, propertyId });
    }
    return propertyId;
  });

  const freeFrom = new Map(units.map((one) => [one.id, addDays(today, -1_000 + upTo(500))]));
  const freeDay = (ids: string[]) =>
    ids
      .map((id) => freeFrom.get(id) ?? today)
      .toSorted()
      .at(-1) ?? today;
  for (let n = 0; n < units.length * 2; n += 1) {
    const held = chance(25) ? [pick(units).id, pick(units).id] : [pick(units).id];
    const unitIds = [...new Set(held)];
    const startsOn = freeDay(unitIds);
    if (startsOn > addDays(today, 60)) continue;
    const endsOn = chance(60) ? addDays(startsOn, 30 + upTo(500)) : null;
    const isVoided = chance(20);
    const leaseId = add('lease', {
      starts_on: startsOn,
      ends_on: endsOn,
      voided_at: isVoided ? `${today}T08:00:00Z` : null,
      booked_from: firstOfMonth(monthOf(startsOn)),
      posted_through: lastOfMonth(monthOf(today)),
      proration_method: 'calendar_days',
      due_rule: 'first',
      payment_reference: `RF${seed}-${n}-${portfolioId.slice(0, 8)}`,
    });
    for (const unitId of unitIds) {
      add('lease_unit', {
        lease_id: leaseId,
        unit_id: unitId,
        from_on: startsOn,
        to_on: null,
        is_voided: isVoided,
      });
      if (!isVoided) freeFrom.set(unitId, endsOn === null ? '9000-01-01' : addDays(endsOn, 1 + upTo(90)));
    }
    if (endsOn !== null) {
      for (const row of tables.get('lease_unit') ?? []) if (row.lease_id === leaseId) row.to_on = endsOn;
    }
    const netCents = 20_000 + upTo(80_000);
    const rentId = add('rent', { lease_id: leaseId, valid_from: startsOn, reason: 'initial' });
    add('rent_line', {
      rent_id: rentId,
      position: 0,
      component: 'net',
      settlement: 'none',
      amount_cents: netCents,
    });
    add('rent_line', {
      rent_id: rentId,
      position: 1,
      component: 'operating_costs',
      settlement: 'advance',
      amount_cents: 15_000,
    });

    const openCharge = (kind: string, dueOn: string, totalCents: number, periodFrom: string | null) => {
      const chargeId = add('charge', {
        lease_id: leaseId,
        kind,
        due_on: dueOn,
        owed_since: dueOn,
        total_cents: totalCents,
        period_from: periodFrom,
        period_to: periodFrom === null ? null : lastOfMonth(monthOf(periodFrom)),
        corrects_charge_id: null,
        correction_reason: null,
      });
      const lineId = add('charge_line', {
        charge_id: chargeId,
        root_charge_id: chargeId,
        position: 0,
        component: kind === 'rent' ? 'net' : kind,
        amount_cents: totalCents,
        corrects_line_id: null,
      });
      let openCents = totalCents;
      let correctedCents = totalCents;
      if (chance(10)) {
        const differenceCents = -upTo(totalCents);
        const correctionId = add('charge', {
          lease_id: leaseId,
          kind,
          due_on: dueOn,
          owed_since: dueOn,
          total_cents: differenceCents,
          period_from: periodFrom,
          period_to: periodFrom === null ? null : lastOfMonth(monthOf(periodFrom)),
          corrects_charge_id: chargeId,
          correction_reason: 'correction',
        });
        add('charge_line', {
          charge_id: correctionId,
          root_charge_id: chargeId,
          position: 0,
          component: kind === 'rent' ? 'net' : kind,
          amount_cents: differenceCents,
          corrects_line_id: lineId,
        });
        openCents += differenceCents;
        correctedCents = openCents;
      }
      if (chance(85) && openCents > 0) {
        const amountCents = chance(80) ? openCents : 1 + upTo(openCents);
        const method = chance(5) ? 'opening_credit' : 'transfer';
        const paidOn = addDays(dueOn, upTo(20) - 5);
        const pay = (direction: 'in' | 'out', reversesId: string | null) =>
          add('payment', {
            lease_id: leaseId,
            paid_on: paidOn > today ? today : paidOn,
            amount_cents: amountCents,
            direction,
            method,
            reverses_payment_id: reversesId,
          });
        const paymentId = pay('in', null);
        const allocationId = add('allocation', {
          payment_id: paymentId,
          charge_id: chargeId,
          charge_line_id: lineId,
          amount_cents: amountCents,
          reverses_allocation_id: null,
        });
        if (chance(10)) {
          pay('out', paymentId);
          add('allocation', {
            payment_id: paymentId,
            charge_id: chargeId,
            charge_line_id: lineId,
            amount_cents: -amountCents,
            reverses_allocation_id: allocationId,
          });
        } else openCents -= amountCents;
      }
      add('open_item', {
        charge_id: chargeId,
        lease_id: leaseId,
        due_on: dueOn,
        owed_since: dueOn,
        total_cents: correctedCents,
        open_cents: openCents,
      });
    };
    const last = endsOn !== null && endsOn < today ? endsOn : today;
    for (let month = firstOfMonth(monthOf(startsOn)); month <= last; month = addMonths(month, 1)) {
      openCharge('rent', maxDate(month, startsOn), netCents + 15_000, month);
    }
    if (chance(40)) openCharge('deposit', startsOn, netCents * 3, null);
    if (chance(20)) openCharge('opening_balance', startsOn, 1 + upTo(90_000), null);
    if (chance(30)) openCharge('fee', dayAgo(400), 1 + upTo(5_000), null);
  }

  for (let n = 0; n < 60; n += 1) {
    const level = pick(['unit', 'property', 'portfolio'] as const);
    const place = pick(units);
    const direction = chance(20) ? 'income' : 'expense';
    const amountCents = 1 + upTo(200_000);
    const isSplit = level === 'property' && chance(50);
    const ofProperty = units.filter((one) => one.propertyId === place.propertyId);
    const shares = ofProperty.map((_, index) =>
      index === 0
        ? amountCents - (ofProperty.length - 1) * Math.floor(amountCents / ofProperty.length)
        : Math.floor(amountCents / ofProperty.length),
    );
    const bookedOn = dayAgo(800);
    const book = (sign: 1 | -1, reversesId: string | null) => {
      const transactionId = add('transaction', {
        level,
        property_id: level === 'portfolio' ? null : place.propertyId,
        unit_id: level === 'unit' ? place.id : null,
        booked_on: bookedOn,
        direction,
        category_id: direction === 'income' ? rentIncome : n % 2 === 0 ? repairs : tax,
        title: `Buchung ${n}`,
        amount_cents: sign * amountCents,
        recoverable_key: n % 2 === 0 ? null : 'area',
        split_method: isSplit ? 'equal' : null,
        reverses_transaction_id: reversesId,
      });
      if (isSplit) {
        for (const [index, one] of ofProperty.entries()) {
          add('transaction_share', {
            transaction_id: transactionId,
            unit_id: one.id,
            weight: 1,
            amount_cents: sign * (shares[index] ?? 0),
          });
        }
      }
      return transactionId;
    };
    const bookedId = book(1, null);
    if (chance(15)) book(-1, bookedId);
  }

  for (const [table, rows] of tables) {
    for (let start = 0; start < rows.length; start += 500) {
      // Rows of one table may name different columns; what one leaves out is its default.
      for (const [, alike] of Map.groupBy(rows.slice(start, start + 500), (row) => Object.keys(row).join())) {
        await sql`insert into ${sql(`hausbuch.${table}`)} ${sql(alike)}`;
      }
    }
  }
  return { propertyIds, unitIds: units.map((one) => one.id) };
}
