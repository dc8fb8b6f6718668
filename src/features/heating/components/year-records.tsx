import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Button } from '@/components/button';
import { FieldRow } from '@/components/form/field-row';
import { Fold } from '@/components/form/fold';
import { SelectField } from '@/components/form/select-field';
import { uploadIcon } from '@/components/icons';
import { Notice } from '@/components/notice';
import { formatDate, formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { newId } from '@/lib/new-id';
import { type RecordProblem, readServiceRecords, type ServiceRecord } from '@/statement/plant';
import {
  type Figures,
  figuresOf,
  MOST_RECORD_BYTES,
  placeRecords,
  textOfRecords,
  userKey,
} from '../record-rules';
import type { PlantYearView } from './year-form';

/** A file that is none of these has thousands of lines that cannot be read. */
const SHOWN_PROBLEMS = 5;

type ReadFile = {
  /** Another one each time it is read. */
  key: string;
  name: string;
  records: ServiceRecord[];
  problems: RecordProblem[];
  /** By `userKey`. */
  places: (string | null)[];
};

/** Reads a metering service's result records and hands on what they say of each user; who is not certain is asked. */
export function YearRecords({
  view: { users, services, period },
  nameOf,
  onFigures,
}: {
  view: PlantYearView;
  nameOf: (user: PlantYearView['users'][number]) => string;
  /** What stands in the file for each user now, and stood in it before. */
  onFigures: (figures: Figures, before: Figures) => void;
}) {
  const t = useTranslations('Heating');
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<ReadFile | null>(null);
  const [filled, setFilled] = useState<Figures>(new Map());

  function take(next: ReadFile) {
    setFile(next);
    // A wrong file says nothing of anybody: what another one filled in stays.
    if (next.records.length === 0) return;
    const figures = figuresOf(next.records, next.places);
    onFigures(figures, filled);
    setFilled(figures);
  }
  async function read(chosen: File) {
    if (chosen.size > MOST_RECORD_BYTES) {
      return take({
        key: newId(),
        name: chosen.name,
        records: [],
        problems: [{ line: 1, code: 'too_large' }],
        places: [],
      });
    }
    const found = readServiceRecords(textOfRecords(new Uint8Array(await chosen.arrayBuffer())));
    const places = placeRecords(found.records, { users, services, period });
    take({ key: newId(), name: chosen.name, ...found, places });
  }

  return (
    <div className="flex flex-col gap-3 rounded-2xl border border-dashed border-border px-4 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 max-w-prose flex-1 basis-64 text-sm text-muted">{t('recordsText')}</p>
        <input
          ref={input}
          type="file"
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            if (chosen) void read(chosen);
            // Choosing the same file again must be a change, too.
            currentTarget.value = '';
          }}
        />
        <Button size="sm" icon={uploadIcon} onClick={() => input.current?.click()}>
          {t('recordsChoose')}
        </Button>
      </div>
      {file && (
        <Read
          key={file.key}
          file={file}
          users={users}
          period={period}
          nameOf={nameOf}
          onPlaces={(places) => take({ ...file, places })}
        />
      )}
    </div>
  );
}

/** What a file said, what it did not, and whose each record is. */
function Read({
  file: { name, records, problems, places: chosen },
  users,
  period,
  nameOf,
  onPlaces,
}: {
  file: ReadFile;
  users: PlantYearView['users'];
  period: PlantYearView['period'];
  nameOf: (user: PlantYearView['users'][number]) => string;
  onPlaces: (places: (string | null)[]) => void;
}) {
  const t = useTranslations('Heating');
  const formats = useFormats();
  const keys = users.map(userKey);
  // Of whoever is gone by now a record is nobody's.
  const places = chosen.map((place) => (place !== null && keys.includes(place) ? place : null));
  const [first] = useState(places);
  const say = (day: string) => formatDate(day, formats);
  const placed = places.filter((place) => place !== null).length;
  const lacking = users.filter((user) => !places.includes(userKey(user)));
  const strange = records.filter(({ until }) => until < period.from || until > period.to).length;
  const isWhole = records.length > 0 && placed === records.length && lacking.length === 0;
  const choice = (at: number) => {
    const record = records[at];
    return (
      record && (
        <SelectField
          key={record.line}
          name={null}
          label={t('recordOf', {
            id: record.ownId || record.serviceId,
            day: say(record.until),
            cents: formatMoney(record.totalCents, formats.currency, formats),
          })}
          placeholder={t('recordNobody')}
          options={users.map((user) => ({ value: userKey(user), label: nameOf(user) }))}
          defaultValue={first[at] ?? null}
          onValueChange={(value) =>
            onPlaces(places.map((place, one) => (one !== at ? place : value || null)))
          }
        />
      )
    );
  };
  const asked = records.flatMap((_, at) => (first[at] === null ? [at] : []));
  const certain = records.flatMap((_, at) => (first[at] === null ? [] : [at]));
  return (
    <>
      <Notice tone={isWhole && problems.length === 0 ? 'success' : 'warning'} live>
        <p>
          {records.length === 0
            ? t('recordsNone', { name })
            : t('recordsRead', { name, count: records.length, placed: String(placed) })}
        </p>
        {records.length > 0 && lacking.length > 0 && (
          <p>{t('recordsLack', { users: lacking.map(nameOf).join(', ') })}</p>
        )}
        {strange > 0 && (
          <p>{t('recordsOtherYear', { count: strange, from: say(period.from), to: say(period.to) })}</p>
        )}
        {problems.slice(0, SHOWN_PROBLEMS).map(({ line, code }) => (
          <p key={`${line} ${code}`}>
            {code === 'too_large'
              ? t('recordProblems.too_large')
              : t('recordUnread', { line: String(line), reason: t(`recordProblems.${code}`) })}
          </p>
        ))}
        {problems.length > SHOWN_PROBLEMS && (
          <p>{t('recordsMore', { count: problems.length - SHOWN_PROBLEMS })}</p>
        )}
      </Notice>
      {asked.length > 0 && <FieldRow>{asked.map(choice)}</FieldRow>}
      {certain.length > 0 && (
        <Fold title={t('recordsPlaced', { count: String(certain.length) })} fields={[]}>
          <FieldRow>{certain.map(choice)}</FieldRow>
        </Fold>
      )}
    </>
  );
}
