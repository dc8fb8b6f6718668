import { validationFailed } from '../../errors.ts';
import type { AuthRequest } from '../context.ts';

const usualPerPage = 50;

export interface Page {
  page: number;
  perPage: number;
}

function parseNumber(text: string | undefined, usual: number): number {
  if (!text) return usual;
  if (!/^\d{1,9}$/.test(text)) {
    throw validationFailed(`Bad Pagination Parameters: invalid number ${JSON.stringify(text)}`);
  }
  return Number(text);
}

export function readPage({ c }: AuthRequest): Page {
  return {
    page: Math.max(1, parseNumber(c.req.query('page'), 1)),
    perPage: Math.min(1000, Math.max(1, parseNumber(c.req.query('per_page'), usualPerPage))),
  };
}

/** `Link` and `X-Total-Count`, in the form and order auth-js takes apart. */
export function setPageHeaders({ c }: AuthRequest, { page, perPage }: Page, total: number): void {
  const pages = Math.ceil(total / perPage);
  const path = c.req.path.replace(/^\/auth\/v1/, '');
  const linkTo = (number: number, rel: string) =>
    `<${path}?page=${number}&per_page=${perPage}>; rel="${rel}"`;
  const links = [...(pages > page ? [linkTo(page + 1, 'next')] : []), linkTo(pages, 'last')];
  c.header('Link', links.join(', '));
  c.header('X-Total-Count', String(total));
}
