import { z } from 'zod';
import { answerOrders } from '@/lib/server/answer-orders';
import { makeDocuments } from './commands/documents';

/** A process of its own, started by `document-steps.ts`: the papers of a demo take seconds. */

const order = z.custom<Parameters<typeof makeDocuments>>();

answerOrders((asked) => makeDocuments(...order.parse(asked)));
