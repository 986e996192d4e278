import type { ParsedUrlQuery } from 'node:querystring';
import { consolePaths } from '@/config/console-paths';
import { selectMay } from '@/features/identity/auth/operator-selectors';
import { logLines } from '@/features/operations/log/log-feature';
import {
  ENTRIES_PER_PAGE,
  people,
  PEOPLE_PER_PAGE,
  person,
  personEntries,
  personMoney,
  type PeopleQuery,
  type PersonLine,
} from '@/features/operations/person/person-feature';
import { kindOptions, statusOptions } from '@/features/operations/person/person-words';
import { omitEmpty, withQuery } from '@/lib/omit-empty';
import { hasWords, readSearchText } from '@/lib/read-words';
import type { StoreState } from '@/store/state';
import { readPage } from '../site/page-query';

/** In the URL: `?q=noor&kind=performer&status=inactive&page=2`. */
export interface PeopleFilter {
  q: string;
  kind: PersonLine['kind'] | null;
  status: PersonLine['status'] | null;
}

const readText = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');

export const readPeopleFilter = ({ q, kind, status }: ParsedUrlQuery): PeopleFilter => ({
  q: readSearchText(q),
  kind: kindOptions.find(({ value }) => value === kind)?.value ?? null,
  status: statusOptions.find(({ value }) => value === status)?.value ?? null,
});

export const peopleHref = (filter: PeopleFilter, page = 1): string =>
  withQuery(consolePaths.people, { ...filter, page });

function toQuery(query: ParsedUrlQuery): PeopleQuery {
  const { q, ...filter } = readPeopleFilter(query);
  const offset = (readPage(query) - 1) * PEOPLE_PER_PAGE;
  return { ...omitEmpty(filter), ...(hasWords(q) && { q }), offset };
}

export const loadPeople = ({ query }: { query: ParsedUrlQuery }) => [people.requested(toQuery(query))];

export const personTabs = ['overview', 'sessions', 'reports', 'money', 'log'] as const;
export type PersonTab = (typeof personTabs)[number];

/** In the URL: `?tab=money&page=2`. */
export const readTab = ({ tab }: ParsedUrlQuery): PersonTab => personTabs.find((name) => name === tab) ?? 'overview';

export const personHref = (id: string, tab: PersonTab, page = 1): string =>
  withQuery(consolePaths.person(id), { tab: tab === 'overview' ? null : tab, page });

export const loadPersonLog = (id: string) => logLines.requested({ personId: id, offset: 0 });

const loadEntries = (id: string, page: number) =>
  personEntries.requested({ id, offset: (page - 1) * ENTRIES_PER_PAGE });

export const loadPerson = ({ query, state }: { query: ParsedUrlQuery; state: StoreState }) => {
  const id = readText(query['id']);
  return [
    person.requested(id),
    loadPersonLog(id),
    ...(selectMay('readPeoplesMoney')(state) ? [personMoney.requested(id), loadEntries(id, readPage(query))] : []),
  ];
};
