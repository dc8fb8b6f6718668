import { z } from 'zod';
import * as field from '@/lib/field';

/** The objections against the statements of a period, whichever version they are about. */
export const listObjectionsInput = z
  .strictObject({ propertyId: field.id, from: field.calendarDate, to: field.calendarDate })
  .refine(...field.forwards);

const said = {
  receivedOn: field.calendarDate,
  text: field.lines(4_000).min(1),
  /** Lines of the statement, as it names them; none: the whole of it. */
  lineIds: z.array(z.string().min(1).max(100)).max(200).default([]),
  answeredOn: field.optionalDate,
  answer: field.optionalNotes,
};

type Said = { receivedOn: string; answeredOn: string | null; answer: string | null };

const isAnsweredAfter = ({ receivedOn, answeredOn }: Said) => answeredOn === null || answeredOn >= receivedOn;
const beforeItCame = { error: 'end_before_start', path: ['answeredOn'] };
const isAnswerDated = ({ answeredOn, answer }: Said) => answer === null || answeredOn !== null;
const withoutDay = { error: 'required', path: ['answeredOn'] };

/** `statementLeaseId`: what one version of a statement told one lease. */
export const createObjectionInput = z
  .strictObject({ id: field.id, statementLeaseId: field.id, ...said })
  .refine(isAnsweredAfter, beforeItCame)
  .refine(isAnswerDated, withoutDay);

export const updateObjectionInput = z
  .strictObject({ id: field.id, version: field.version, ...said })
  .refine(isAnsweredAfter, beforeItCame)
  .refine(isAnswerDated, withoutDay);

export const deleteObjectionInput = z.strictObject({ id: field.id, version: field.version });
