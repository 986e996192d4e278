import type { ParsedUrlQuery } from 'node:querystring';

/** Id or slug of the post that the address names. */
export const readPostAddress = (query: ParsedUrlQuery): string => (typeof query['id'] === 'string' ? query['id'] : '');
