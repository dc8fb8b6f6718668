'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { SubmitButton } from '@/components/form/submit-button';
import { useDomainForm } from '@/components/form/use-domain-form';
import { Notice } from '@/components/notice';
import { showSuccess } from '@/components/toast';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { useGo } from '@/i18n/use-go';
import type { CalendarDate } from '@/lib/calendar';
import type { Period } from '@/lib/period';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { retryTransient } from '@/trpc/query-client';
import { userKey } from '../record-rules';
import { setYearInput } from '../schema';
import { AnnexFields } from './year-annex-fields';
import { Co2YearFields } from './year-co2-fields';
import { EstimateFields, servedUnits } from './year-estimate-fields';
import { GroupFields, unitsServed, useGroupRows } from './year-group-fields';
import { HotWaterFields } from './year-hot-water-fields';
import { ServiceFields } from './year-service-fields';
import { StockFields } from './year-stock-fields';

export type PlantYearView = Outputs['heating']['year'];
type HotWaterBy = NonNullable<NonNullable<PlantYearView['year']>['hotWaterBy']>;
type Co2Way = NonNullable<NonNullable<PlantYearView['year']>['co2Way']>;

/** What is known of a year of a plant beside bookings and meters; saved, it leads back to the statement. */
export function YearForm({
  plantId,
  period,
  back,
  canEdit,
}: {
  plantId: string;
  /** Of the statement. */
  period: Period;
  back: { id: string; period: string };
  canEdit: boolean;
}) {
  const t = useTranslations('Heating');
  const words = useTranslations('Form');
  const go = useGo();
  const [view] = trpc.heating.year.useSuspenseQuery({ plantId, ...period });
  const { plant, year, users, bookings, ownDays } = view;
  const formats = useFormats();
  const day = (of: CalendarDate) => formatDate(of, formats);
  const isByService = plant.sharedBy === 'service';
  const [hotWaterBy, setHotWaterBy] = useState<HotWaterBy>(year?.hotWaterBy ?? 'meter');
  const [co2Way, setCo2Way] = useState<Co2Way>(year?.co2Way ?? 'deducted');
  const [serviceIds, setServiceIds] = useState<ReadonlyMap<string, string | null>>(new Map());
  const serviceIdOf = (key: string) =>
    serviceIds.get(key) ?? year?.amounts.find((one) => userKey(one) === key)?.serviceId ?? null;
  const [groups, setGroups] = useGroupRows(view);
  const units = servedUnits(users);
  const set = trpc.heating.setYear.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: setYearInput,
    fixed: {
      plantId,
      ...period,
      version: year?.version ?? null,
      ...(isByService && plant.hasCo2 && { co2Way }),
      ...(!isByService && plant.makesHotWater && { hotWaterBy }),
    },
    recordId: plantId,
    // Rows of lists have their fields by their places; whose they are stands beside them.
    prepare: (values) => ({
      ...values,
      ...withIds(values, 'amounts', users, (user) => ({
        unitId: user.unitId,
        leaseId: user.leaseId,
        serviceId: serviceIdOf(userKey(user)),
      })),
      ...withIds(values, 'estimates', units, ({ unitId }) => ({ unitId })),
      ...withIds(values, 'groups', groups, (group) => ({ unitIds: unitsServed(group, units) })),
      ...withIds(values, 'deliveries', bookings, ({ id }) => ({ transactionId: id })),
    }),
    submit: (input) => set.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('yearSaved'));
      go({ pathname: '/property/[id]/statement/[period]', params: back });
    },
  });
  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      {!canEdit && <Notice>{t('viewOnly')}</Notice>}
      {(ownDays.from > view.period.from || ownDays.to < view.period.to) && (
        <Notice>{t('ownDays', { from: day(ownDays.from), to: day(ownDays.to) })}</Notice>
      )}
      <fieldset disabled={!canEdit} className="flex flex-col gap-8">
        {isByService && (
          <ServiceFields
            view={view}
            canEdit={canEdit}
            co2Way={co2Way}
            onCo2Way={setCo2Way}
            onServiceIds={setServiceIds}
          />
        )}
        {!isByService && plant.makesHotWater && (
          <HotWaterFields year={year} by={hotWaterBy} onBy={setHotWaterBy} />
        )}
        {!isByService && plant.hasStock && <StockFields view={view} />}
        {plant.hasCo2 && <Co2YearFields year={year} isTold={isByService && co2Way !== 'none'} />}
        {!isByService && view.isGerman && (
          <AnnexFields view={view} asksEnergy={!plant.makesHotWater || hotWaterBy === 'share'} />
        )}
        {!isByService && <EstimateFields view={view} />}
        {!isByService && <GroupFields view={view} rows={groups} onRows={setGroups} />}
      </fieldset>
      {canEdit && <SubmitButton className="self-start">{words('save')}</SubmitButton>}
    </DomainForm>
  );
}

function withIds<Row>(
  values: Record<string, unknown>,
  list: string,
  rows: readonly Row[],
  idsOf: (row: Row) => object,
): Record<string, unknown> {
  const entered = values[list];
  if (!Array.isArray(entered)) return {};
  return {
    [list]: entered.flatMap((one: object, index) => {
      const row = rows[index];
      return row === undefined ? [] : [{ ...one, ...idsOf(row) }];
    }),
  };
}
