import type { ParsedUrlQuery } from 'node:querystring';
import { consolePaths } from '@/config/console-paths';
import {
  LOG_LINES_PER_PAGE,
  logCheck,
  logLines,
  type LogLine,
  type LogQuery,
} from '@/features/operations/log/log-feature';
import { actOptions } from '@/features/operations/log/log-words';
import { operators } from '@/features/operations/operator/operator-feature';
import { omitEmpty, withQuery } from '@/lib/omit-empty';
import { readDayRange, readPage } from '../site/page-query';
import { readOption, readText, type Loading } from './console-query';

/** In the URL: `?act=payout.approved&operator=…&person=…&subject=…&from=…&to=…&page=2`. */
export interface LogFilter {
  act: LogLine['act'] | null;
  operatorId: string;
  /** Acts on this account and on what is theirs. */
  personId: string;
  subjectId: string;
  from: string;
  to: string;
}

export function readLogFilter(query: ParsedUrlQuery): LogFilter {
  const [from, to] = readDayRange(query) ?? ['', ''];
  return {
    act: readOption(query['act'], actOptions),
    operatorId: readText(query['operator']),
    personId: readText(query['person']),
    subjectId: readText(query['subject']),
    from,
    to,
  };
}

export const logHref = ({ act, operatorId, personId, subjectId, from, to }: LogFilter, page = 1): string =>
  withQuery(consolePaths.log, { act, operator: operatorId, person: personId, subject: subjectId, from, to, page });

const toQuery = (query: ParsedUrlQuery): LogQuery => {
  const { from, to, ...filter } = readLogFilter(query);
  return {
    ...omitEmpty({ ...filter, fromDate: from, toDate: to }),
    offset: (readPage(query) - 1) * LOG_LINES_PER_PAGE,
  };
};

export const loadLog = ({ query }: Loading) => [
  logLines.requested(toQuery(query)),
  logCheck.requested(),
  operators.requested(),
];
