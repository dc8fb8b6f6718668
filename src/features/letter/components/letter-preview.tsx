import { Fragment } from 'react';
import {
  barLengths,
  type Letter,
  type LetterBlock,
  type LetterHead,
  type LetterWords,
  windowLines,
} from '@/domain/letter';
import { type Pair, sideBySide, wordsBeside } from '@/domain/letter-columns';

type Beside = Omit<LetterWords, 'blocks'> & { blocks: readonly LetterBlock[]; binding: string };

type Shown = {
  head: LetterHead;
  subject: string;
  blocks: readonly LetterBlock[];
  /** The same in another language, in a second column. */
  beside?: Beside | null;
  enclosed?: Letter['enclosed'];
};

/** The letter as it will be printed, as far as a screen shows it; its code to pay with is only in the file. */
export function LetterPreview({ head, subject, blocks, beside = null, enclosed = null }: Shown) {
  const said = (own: string, other: string | undefined, className = '') =>
    own !== '' && (
      <Said own={own} other={beside && (other ?? '')} lang={beside?.language} className={className} />
    );
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
      {said(subject, beside?.subject, 'font-semibold')}
      {said(head.greeting, beside?.greeting)}
      {sideBySide(blocks, beside?.blocks ?? []).map((pair, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of a letter do not move.
        <Block key={index} {...pair} lang={beside?.language} />
      ))}
      {beside && <p className="text-xs text-neutral-600">{beside.binding}</p>}
      {said(head.closing, beside?.closing)}
      <p className="mt-6 w-1/2 border-t border-neutral-400 pt-1">{head.sender.name}</p>
      {enclosed && (
        <div className="text-xs">
          <p className="font-semibold">{enclosed.heading}</p>
          <ol className="list-inside list-decimal">
            {enclosed.names.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two papers may be called the same.
              <li key={index}>{name}</li>
            ))}
          </ol>
        </div>
      )}
    </article>
  );
}

/** One column, or two: the other is of the landlord's language and binds nobody. */
function Said({
  own,
  other,
  lang,
  className = '',
}: {
  own: string;
  other: string | null;
  lang: string | undefined;
  className?: string;
}) {
  const whole = `whitespace-pre-line ${className}`;
  if (other === null) return <p className={whole}>{own}</p>;
  return (
    <div className="grid grid-cols-2 gap-4 [&>p]:min-w-0 [&>p]:break-words">
      <p className={whole}>{own}</p>
      <p lang={lang} className={`${whole} text-neutral-600`}>
        {other}
      </p>
    </div>
  );
}

const saidIn = (block: LetterBlock | null) =>
  block?.kind === 'text' || block?.kind === 'note' ? block.text : '';

function Block({ own, beside, lang }: Pair & { lang: string | undefined }) {
  const block = own ?? beside;
  if (block === null) return null;
  switch (block.kind) {
    case 'table':
      return <TableBlock table={block} beside={beside} lang={lang} />;
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
        <Said
          own={saidIn(own)}
          other={lang === undefined ? null : saidIn(beside)}
          lang={lang}
          className={block.kind === 'note' ? 'text-xs text-neutral-600' : ''}
        />
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

type Table = Extract<LetterBlock, { kind: 'table' }>;

function TableBlock({
  table,
  beside,
  lang,
}: {
  table: Table;
  beside: LetterBlock | null;
  lang: string | undefined;
}) {
  const { head, rows, total } = table;
  const words = wordsBeside(table, beside);
  const cells = (row: readonly string[], others: readonly (string | null)[], Cell: 'td' | 'th') =>
    row.map((cell, index) => (
      <Cell
        // biome-ignore lint/suspicious/noArrayIndexKey: two cells of a row may say the same, and none moves.
        key={index}
        className={
          index === 0 ? 'py-1 pe-3 text-start align-top' : 'py-1 ps-3 text-end align-top break-words'
        }
      >
        {cell}
        {others[index] && (
          <span lang={lang} className="block text-xs font-normal text-neutral-600">
            {others[index]}
          </span>
        )}
      </Cell>
    ));
  return (
    <table className="w-full border-t border-neutral-200 [&_tr]:border-b [&_tr]:border-neutral-200">
      {head && (
        <thead>
          <tr className="font-semibold">{cells(head, words.head, 'th')}</tr>
        </thead>
      )}
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may say the same, and none moves.
          <tr key={index}>{cells(row, words.rows[index] ?? [], 'td')}</tr>
        ))}
        {total && <tr className="font-semibold">{cells(total, words.total, 'td')}</tr>}
      </tbody>
    </table>
  );
}
