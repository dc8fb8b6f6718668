import { answerOrders } from '@/lib/server/answer-orders';
import { readOrder, unpackFile } from './file-rules';

/** A process of its own, started by `file-steps.ts`: a file may be made to hold up whoever reads it. */

answerOrders((order) => unpackFile(readOrder.parse(order)));
