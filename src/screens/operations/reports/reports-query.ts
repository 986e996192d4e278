import type { ParsedUrlQuery } from 'node:querystring';
import { consolePaths } from '@/config/console-paths';
import {
  consoleAppeal,
  consoleAppeals,
  consoleReport,
  consoleReports,
  REPORTS_PER_PAGE,
  type Appeal,
} from '@/features/operations/report/report-feature';
import { targetOptions, type ReportStatus, type ReportTarget } from '@/features/operations/report/report-words';
import { omitEmpty, withQuery } from '@/lib/omit-empty';
import { readPage } from '../../site/page-query';
import { readOption, readText, type Loading } from '../console-query';

export const reportTabs: { value: ReportStatus | 'all'; label: string; empty: string }[] = [
  { value: 'open', label: 'Open', empty: 'No report waits for you.' },
  { value: 'resolved', label: 'Acted on', empty: 'No report led to an action yet.' },
  { value: 'rejected', label: 'No action', empty: 'No report was dismissed yet.' },
  { value: 'all', label: 'All', empty: 'Nobody has reported anything yet.' },
];

/** In the URL: `?status=open&target=feed&person=…&page=2`. */
export interface ReportFilter {
  status: ReportStatus | 'all';
  target: ReportTarget | null;
  person: string;
}

export const readReportFilter = ({ status, target, person }: ParsedUrlQuery): ReportFilter => ({
  status: readOption(status, reportTabs) ?? 'open',
  target: readOption(target, targetOptions),
  person: readText(person),
});

export const reportsHref = ({ status, ...filter }: ReportFilter, page = 1): string =>
  withQuery(consolePaths.reports, { status: status === 'open' ? null : status, ...filter, page });

export function loadReports({ query }: Loading) {
  const { status, target, person } = readReportFilter(query);
  const offset = (readPage(query) - 1) * REPORTS_PER_PAGE;
  const filter = omitEmpty({ status: status === 'all' ? undefined : status, target: target ?? undefined, person });
  return [consoleReports.requested({ ...filter, offset })];
}

export const loadReport = ({ query }: Loading) => [consoleReport.requested(readText(query['id']))];

export const appealTabs: { value: Appeal['state'] | 'all'; label: string; empty: string }[] = [
  { value: 'appealed', label: 'To decide', empty: 'No appeal waits for you.' },
  { value: 'standing', label: 'Not appealed', empty: 'Nothing is removed without an appeal.' },
  { value: 'upheld', label: 'Stays removed', empty: 'No appeal was turned down yet.' },
  { value: 'restored', label: 'Restored', empty: 'Nothing was restored yet.' },
  { value: 'all', label: 'All removals', empty: 'Nothing was removed yet.' },
];

export const readAppealState = ({ status }: ParsedUrlQuery): Appeal['state'] | 'all' =>
  readOption(status, appealTabs) ?? 'appealed';

export const appealsHref = (status: Appeal['state'] | 'all', page = 1): string =>
  withQuery(consolePaths.appeals, { status: status === 'appealed' ? null : status, page });

export function loadAppeals({ query }: Loading) {
  const state = readAppealState(query);
  const offset = (readPage(query) - 1) * REPORTS_PER_PAGE;
  return [consoleAppeals.requested({ ...(state !== 'all' && { state }), offset })];
}

export const loadAppeal = ({ query }: Loading) => [consoleAppeal.requested(readText(query['id']))];
