import { combineReducers } from '@reduxjs/toolkit';
import { fork, takeEvery } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import { personRoutes } from '@contract/operations/person-routes';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { createLoadedData, type LoadedData } from '@/store/loaded-data';
import { createPagedList, type PagedList } from '@/store/paged-list';
import { actDone } from '../act/act-slice';

export type PersonLine = EndpointData<'searchPeople'>['data'][number];
export type Person = EndpointData<'readPerson'>;
export type PersonMoney = EndpointData<'readPersonMoney'>;
export type PersonEntry = EndpointData<'listPersonEntries'>['data'][number];
/** About one account. */
type EntriesQuery = { id: string; offset?: number };
export type PeopleQuery = Omit<NonNullable<EndpointInput<'searchPeople'>['query']>, 'limit' | 'offset'> & {
  offset?: number;
};

declare module '@/store/state' {
  interface StoreState {
    person: {
      people: PagedList<PersonLine, PeopleQuery>;
      person: LoadedData<Person, string>;
      money: LoadedData<PersonMoney, string>;
      entries: PagedList<PersonEntry, EntriesQuery>;
    };
  }
}

export const PEOPLE_PER_PAGE = limits.tablePage;

export const people = createPagedList<PersonLine, PeopleQuery>({
  name: 'person/people',
  select: (state) => state.person.people,
  limit: PEOPLE_PER_PAGE,
  load: (query, place) => callEndpoint(personRoutes.searchPeople, { query: { ...query, ...place } }),
});

export const person = createLoadedData<Person, string>({
  name: 'person/person',
  select: (state) => state.person.person,
  load: (id) => callEndpoint(personRoutes.readPerson, { params: { id } }),
  reloadOn: actDone,
});

export const personMoney = createLoadedData<PersonMoney, string>({
  name: 'person/money',
  select: (state) => state.person.money,
  load: (id) => callEndpoint(personRoutes.readPersonMoney, { params: { id } }),
  reloadOn: actDone,
});

export const ENTRIES_PER_PAGE = limits.tablePage;

export const personEntries = createPagedList<PersonEntry, EntriesQuery>({
  name: 'person/entries',
  select: (state) => state.person.entries,
  limit: ENTRIES_PER_PAGE,
  load: ({ id }, place) => callEndpoint(personRoutes.listPersonEntries, { params: { id }, query: place }),
});

export const personFeature: Feature = {
  name: 'person',
  reducer: combineReducers({
    people: people.reducer,
    person: person.reducer,
    money: personMoney.reducer,
    entries: personEntries.reducer,
  }),
  *saga() {
    yield fork(people.saga);
    yield fork(person.saga);
    yield fork(personMoney.saga);
    yield fork(personEntries.saga);
    yield takeEvery(actDone, people.refresh);
    yield takeEvery(actDone, personEntries.refresh);
  },
};
