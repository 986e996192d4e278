import type { ParsedUrlQuery } from 'node:querystring';
import { consolePaths } from '@/config/console-paths';
import {
  LOG_LINES_PER_PAGE,
  logCheckRequested,
  logLines,
  type LogLine,
  type LogQuery,
} from '@/features/operations/log/log-feature';
import { actOptions } from '@/features/operations/log/log-words';
import { omitEmpty, withQuery } from '@/lib/omit-empty';
import { readDayRange, readPage } from '../site/page-query';

/** In the URL: `?act=payout.approved&operator=…&subject=…&from=…&to=…&page=2`. */
export interface LogFilter {
  act: LogLine['act'] | null;
  operatorId: string;
  subjectId: string;
  from: string;
  to: string;
}

const readText = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');

export function readLogFilter(query: ParsedUrlQuery): LogFilter {
  const [from, to] = readDayRange(query) ?? ['', ''];
  return {
    act: actOptions.find(({ value }) => value === query['act'])?.value ?? null,
    operatorId: readText(query['operator']),
    subjectId: readText(query['subject']),
    from,
    to,
  };
}

export const logHref = ({ act, operatorId, subjectId, from, to }: LogFilter, page = 1): string =>
  withQuery(consolePaths.log, { act, operator: operatorId, subject: subjectId, from, to, page });

const toQuery = (query: ParsedUrlQuery): LogQuery => {
  const { from, to, ...filter } = readLogFilter(query);
  return {
    ...omitEmpty({ ...filter, fromDate: from, toDate: to }),
    offset: (readPage(query) - 1) * LOG_LINES_PER_PAGE,
  };
};

export const loadLog = ({ query }: { query: ParsedUrlQuery }) => [
  logLines.requested(toQuery(query)),
  logCheckRequested(),
];
