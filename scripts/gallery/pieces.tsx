import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Button, type ButtonLook } from '@/components/button';
import { DataTable } from '@/components/data-table';
import { DateText, MonthText } from '@/components/date-text';
import { EmptyState } from '@/components/empty-state';
import { ErrorState } from '@/components/error-state';
import { TextField } from '@/components/form/text-field';
import { TextareaField } from '@/components/form/textarea-field';
import { pencilIcon, plusIcon, usersIcon } from '@/components/icons';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { PageHead } from '@/components/page-head';
import { Section } from '@/components/section';
import { SkeletonRows, SkeletonTiles } from '@/components/skeleton';
import { StatTile, StatTiles, type Tone } from '@/components/stat-tile';
import { StatusChip } from '@/components/status-chip';
import messages from '../../messages/en.json';

/** Every piece shown by `docs/design.md`, by the name of its file in `src/components`. */

const looks: ButtonLook[] = ['primary', 'secondary', 'tertiary', 'outline', 'ghost', 'danger', 'danger-soft'];
const tones: [Tone, string][] = [
  ['neutral', 'Ended'],
  ['accent', 'Upcoming'],
  ['success', 'Paid'],
  ['warning', 'Partly paid'],
  ['danger', 'Overdue'],
];
const months = [
  { month: '2026-11', dueOn: '2026-11-04', tone: 'danger', state: 'Overdue', cents: 118_000 },
  { month: '2026-10', dueOn: '2026-10-05', tone: 'warning', state: 'Partly paid', cents: 38_000 },
  { month: '2026-09', dueOn: '2026-09-03', tone: 'success', state: 'Paid', cents: 0 },
] as const;
const colours = [
  'background surface surface-secondary surface-tertiary default',
  'foreground muted border separator',
  'accent accent-soft success success-soft warning warning-soft danger danger-soft',
];
const sizes = 'text-4xl text-3xl text-2xl text-xl text-lg text-base text-sm text-xs'.split(' ');

const pieces: Record<string, ReactNode> = {
  colours: (
    <div style={{ display: 'grid', gap: '0.75rem' }}>
      {colours.map((row) => (
        <div key={row} style={{ display: 'flex', flexWrap: 'wrap', gap: '0.75rem' }}>
          {row.split(' ').map((name) => (
            <span key={name} className="text-xs" style={{ width: '5.5rem' }}>
              <span
                style={{
                  display: 'block',
                  height: '2.5rem',
                  borderRadius: '0.5rem',
                  background: `var(--${name})`,
                  boxShadow: '0 0 0 1px var(--border)',
                }}
              />
              {name}
            </span>
          ))}
        </div>
      ))}
    </div>
  ),
  type: (
    <div style={{ display: 'grid', gap: '0.5rem' }}>
      {sizes.map((size) => (
        <p key={size} className={size}>
          {size} Kaltmiete 1.234,56 €
        </p>
      ))}
    </div>
  ),
  button: (
    <div className="flex flex-wrap items-center gap-2">
      {looks.map((look) => (
        <Button key={look} look={look}>
          {look}
        </Button>
      ))}
      <Button look="primary" pending>
        Saving
      </Button>
      <Button iconOnly icon={pencilIcon} aria-label="Edit" />
    </div>
  ),
  'page-head': (
    <PageHead
      above="Properties"
      title="Apartment house, Plagwitz"
      status={<StatusChip tone="success">Fully let</StatusChip>}
      description="Karl-Heine-Straße 199, 04229 Leipzig"
      actions={
        <Button look="primary" icon={plusIcon}>
          Add a unit
        </Button>
      }
    />
  ),
  section: (
    <Section
      id="rent"
      title="Rent"
      description="What is due and what has come in."
      actions={<Button size="sm">Record payment</Button>}
    >
      <p>One card to a section, its heading outside.</p>
    </Section>
  ),
  'stat-tile': (
    <StatTiles>
      <StatTile label="Due in November" value={<Money amountCents={526_000} />} hint="6 rents" />
      <StatTile
        label="Received"
        value={<Money amountCents={408_000} />}
        tone="success"
        hint="of what is due"
      />
      <StatTile
        label="Overdue"
        value={<Money amountCents={118_000} />}
        tone="danger"
        hint="since November 4"
      />
      <StatTile label="Let" value="94.2 %" hint="of days this year" />
    </StatTiles>
  ),
  'data-table': (
    <DataTable
      caption="Rents"
      columns={[
        { key: 'month', header: 'Month', cell: (row) => <MonthText month={row.month} />, phone: 'title' },
        { key: 'due', header: 'Due', cell: (row) => <DateText day={row.dueOn} /> },
        {
          key: 'state',
          header: 'State',
          cell: (row) => <StatusChip tone={row.tone}>{row.state}</StatusChip>,
        },
        { key: 'open', header: 'Open', align: 'end', cell: (row) => <Money amountCents={row.cents} /> },
      ]}
      rows={months}
      rowKey={(row) => row.month}
      footer={{ month: 'Sum', open: <Money amountCents={156_000} /> }}
    />
  ),
  'status-chip': (
    <div className="flex flex-wrap items-center gap-2">
      {tones.map(([tone, word]) => (
        <StatusChip key={tone} tone={tone}>
          {word}
        </StatusChip>
      ))}
    </div>
  ),
  'money, date-text': (
    <div className="flex flex-wrap items-center gap-6">
      <Money amountCents={123_456} />
      <Money amountCents={123_456} signed />
      <Money amountCents={-38_000} tone="balance" />
      <DateText day="2026-11-21" />
      <MonthText month="2026-11" />
    </div>
  ),
  notice: (
    <div className="grid gap-2">
      <Notice>Rents are booked on the first of each month.</Notice>
      <Notice tone="success" title="Thank you, your message has arrived." />
      <Notice tone="warning">This reading is lower than the one before.</Notice>
      <Notice tone="danger">The lease overlaps another one on this unit.</Notice>
    </div>
  ),
  'form/text-field, form/textarea-field': (
    <div className="grid gap-4">
      <TextField name={null} label="Name" defaultValue="Anna Schmidt" hint="As it stands in the lease." />
      <TextareaField name={null} label="Notes" optional rows={2} />
    </div>
  ),
  'empty-state': (
    <EmptyState
      icon={usersIcon}
      title="No tenants yet"
      action={
        <Button look="primary" icon={plusIcon}>
          Add a tenant
        </Button>
      }
    >
      Whoever lives in your units comes here, with leases and accounts.
    </EmptyState>
  ),
  'error-state': <ErrorState errorId="7f3a-91" retry={() => undefined} />,
  skeleton: (
    <div className="grid gap-6">
      <SkeletonTiles />
      <SkeletonRows count={2} />
    </div>
  ),
};

/** Each piece drawn without scripts. */
export function drawPieces(): [name: string, html: string][] {
  return Object.entries(pieces).map(([name, piece]) => [
    name,
    renderToStaticMarkup(
      <NextIntlClientProvider locale="en" messages={messages} timeZone="Europe/Berlin">
        {piece}
      </NextIntlClientProvider>,
    ),
  ]);
}
