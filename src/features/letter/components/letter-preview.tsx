import { Fragment } from 'react';
import { barLengths, type LetterBlock, type LetterHead, windowLines } from '@/domain/letter';

type Shown = { head: LetterHead; subject: string; blocks: readonly LetterBlock[] };

/** The letter as it will be printed, as far as a screen shows it; its code to pay with is only in the file. */
export function LetterPreview({ head, subject, blocks }: Shown) {
  return (
    <article
      lang={head.language}
      className="flex min-w-0 flex-col gap-4 rounded-lg bg-white p-5 text-[13px] leading-relaxed text-neutral-900 shadow-surface sm:p-8"
    >
      <div className="flex flex-wrap justify-between gap-4">
        <address className="text-xs not-italic">
          {windowLines(head).map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: namesakes stand below each other.
            <Fragment key={index}>
              {line}
              <br />
            </Fragment>
          ))}
        </address>
        <div className="text-end text-xs text-neutral-600">
          <p className="font-semibold text-neutral-900">{head.sender.name}</p>
          {head.sender.address.map((line) => (
            <p key={line}>{line}</p>
          ))}
          <p className="mt-2">{head.date}</p>
        </div>
      </div>
      <p className="font-semibold">{subject}</p>
      {head.greeting !== '' && <p>{head.greeting}</p>}
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of a letter do not move.
        <Block key={index} block={block} />
      ))}
      {head.closing !== '' && <p>{head.closing}</p>}
      <p className="mt-6 w-1/2 border-t border-neutral-400 pt-1">{head.sender.name}</p>
    </article>
  );
}

function Block({ block }: { block: LetterBlock }) {
  switch (block.kind) {
    case 'table':
      return <TableBlock {...block} />;
    case 'bars':
      return <BarsBlock {...block} />;
    case 'payment':
      return (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5">
          <dt className="col-span-2 font-semibold">{block.title}</dt>
          {block.facts.map(([term, said]) => (
            <Fragment key={term}>
              <dt className="text-neutral-600">{term}</dt>
              <dd className="min-w-0 break-words">{said}</dd>
            </Fragment>
          ))}
        </dl>
      );
    default:
      return (
        <p
          className={
            block.kind === 'note' ? 'text-xs whitespace-pre-line text-neutral-600' : 'whitespace-pre-line'
          }
        >
          {block.text}
        </p>
      );
  }
}

function BarsBlock({ title, bars }: Extract<LetterBlock, { kind: 'bars' }>) {
  const lengths = barLengths(bars);
  return (
    <dl className="grid gap-1">
      <dt className="font-semibold">{title}</dt>
      {bars.map(({ label, said }, index) => (
        <dd key={label} className="min-w-0">
          <span className="flex justify-between gap-3 text-xs text-neutral-600">
            <span className="min-w-0">{label}</span>
            <span className="tabular-nums">{said}</span>
          </span>
          <span
            aria-hidden
            className={index === 0 ? 'block h-3 bg-sky-900' : 'block h-3 bg-neutral-400'}
            style={{ width: `${lengths[index] ?? 0}%` }}
          />
        </dd>
      ))}
    </dl>
  );
}

function TableBlock({ head, rows, total }: Extract<LetterBlock, { kind: 'table' }>) {
  const cells = (row: readonly string[], Cell: 'td' | 'th') =>
    row.map((cell, index) => (
      <Cell
        // biome-ignore lint/suspicious/noArrayIndexKey: two cells of a row may say the same, and none moves.
        key={index}
        className={
          index === 0 ? 'py-1 pe-3 text-start align-top' : 'py-1 ps-3 text-end align-top break-words'
        }
      >
        {cell}
      </Cell>
    ));
  return (
    <table className="w-full border-t border-neutral-200 [&_tr]:border-b [&_tr]:border-neutral-200">
      {head && (
        <thead>
          <tr className="font-semibold">{cells(head, 'th')}</tr>
        </thead>
      )}
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may say the same, and none moves.
          <tr key={index}>{cells(row, 'td')}</tr>
        ))}
        {total && <tr className="font-semibold">{cells(total, 'td')}</tr>}
      </tbody>
    </table>
  );
}
