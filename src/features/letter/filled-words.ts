import type { Letter } from '@/domain/letter';
import type { TextKind } from '@/domain/vocabulary';
import { DomainError } from '@/lib/errors';
import { compose, faultOf, storedMarks } from './compose-rules';
import { needsOf } from './kind-facts';
import type { TemplateValues } from './template-rules';

/**
 * A text without faults and without gaps, as a letter says it.
 * @throws DomainError `letter.text_faulty`, `letter.text_incomplete`, `letter.gaps`, `letter.too_long`
 */
export function filled(kind: TextKind, text: { subject: string; body: string }, values: TemplateValues) {
  const needed = needsOf(kind);
  const composed = compose(storedMarks(kind), text, values, needed);
  const fault = faultOf(composed);
  if (fault) throw new DomainError(fault.code, fault.at);
  const { subject, blocks, empty } = composed;
  // What a text must have may have nothing to say: no account is known to pay into.
  const isLack = (key: string) => !needed.some((one) => one === key);
  if (empty.some(isLack) || subject === '' || blocks.length === 0) {
    throw new DomainError('letter.gaps', { field: 'body' });
  }
  assertPrintable({ subject, blocks });
  return { subject, blocks };
}

/** Some fifty pages. A gap filled again and again makes megabytes of a few words, which keep the printer from everybody else. */
const LONGEST_BODY = 60_000;
/** A line of a mail has 998 signs at most (RFC 5322, 2.1.1). */
const LONGEST_SUBJECT = 900;

function assertPrintable({ subject, blocks }: Pick<Letter, 'subject' | 'blocks'>): void {
  if (subject.length > LONGEST_SUBJECT) throw new DomainError('letter.too_long', { field: 'subject' });
  if (JSON.stringify(blocks).length > LONGEST_BODY)
    throw new DomainError('letter.too_long', { field: 'body' });
}
