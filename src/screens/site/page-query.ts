import type { ParsedUrlQuery } from 'node:querystring';

/** The page of a table in the address; the first is 1. */
export const readPage = (query: ParsedUrlQuery): number => Math.max(1, Math.trunc(Number(query['page'])) || 1);
