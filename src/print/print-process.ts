import { z } from 'zod';
import { answerOrders } from '../lib/server/answer-orders';
import { type Paper, render } from './papers';

/** A process of its own, started by `printer.ts`. */

const paper = z.custom<Paper>();

answerOrders((order) => render(paper.parse(order)));
