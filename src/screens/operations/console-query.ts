import type { ParsedUrlQuery } from 'node:querystring';
import { omitEmpty, withQuery } from '@/lib/omit-empty';
import { readDayRange, readPage } from '../site/page-query';

export const readText = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');

/** The option of that name; null if the address has none. */
export const readOption = <Value extends string>(
  value: string | string[] | undefined,
  options: readonly { value: Value }[],
): Value | null => options.find((option) => option.value === value)?.value ?? null;

/** A page of the console is loaded from its address. */
export interface Loading {
  query: ParsedUrlQuery;
}

/** In the URL: `?status=open&q=mira&from=…&to=…&page=2`; without a status, the first tab. */
export interface ListFilter<Status extends string> {
  status: Status | 'all';
  q: string;
  from: string;
  to: string;
}

export interface ListTab<Status extends string> {
  value: Status | 'all';
  label: string;
  /** Instead of rows, if there are none. */
  empty: string;
}

export type ListAddress<Status extends string> = ReturnType<typeof createListAddress<Status>>;

/** Reads and writes the address of a list with tabs by status, a search and days. */
export function createListAddress<Status extends string>(path: string, tabs: readonly ListTab<Status>[]) {
  const first = tabs[0]?.value ?? 'all';

  function read(query: ParsedUrlQuery): ListFilter<Status> {
    const [from, to] = readDayRange(query) ?? ['', ''];
    return { status: readOption(query['status'], tabs) ?? first, q: readText(query['q']), from, to };
  }

  return {
    tabs,
    read,

    href: ({ status, ...filter }: ListFilter<Status>, page = 1): string =>
      withQuery(path, { status: status === first ? null : status, ...filter, page }),

    /** For the call; `status` is null for all. */
    toQuery(query: ParsedUrlQuery, perPage: number) {
      const { status, q, from, to } = read(query);
      const offset = (readPage(query) - 1) * perPage;
      return { status: status === 'all' ? undefined : status, ...omitEmpty({ q, fromDate: from, toDate: to }), offset };
    },
  };
}
