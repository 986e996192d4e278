import { settle, storeForTest } from '../../tests/harness/render-with-store';
import { jobFeature, jobsData } from '@/features/operations/job/job-feature';
import { candidates, operatorFeature } from '@/features/operations/operator/operator-feature';
import { person as personData, personFeature } from '@/features/operations/person/person-feature';
import { actDone } from '@/features/operations/act/act-slice';
import { ApiError } from '@/services/api-error';

const empty = { waiting: 1, failed: [], renewals: [], files: [] };

describe('data that one call returns', () => {
  it('is read when requested, and again after an act', async () => {
    const { store, calls } = storeForTest({ features: [jobFeature], answers: { getJobs: () => empty } });
    store.dispatch(actDone());
    await settle();
    expect(calls).toEqual([]);
    store.dispatch(jobsData.requested());
    expect(jobsData.select(store.getState())).toMatchObject({ data: null, status: 'pending' });
    await settle();
    expect(jobsData.select(store.getState())).toMatchObject({ data: empty, status: 'ready' });
    store.dispatch(actDone());
    await settle();
    expect(calls.map(({ name }) => name)).toEqual(['getJobs', 'getJobs']);
  });

  it('keeps the last answer when a later call fails', async () => {
    let isBroken = false;
    const getJobs = () => {
      if (isBroken) throw new ApiError(500, { message: 'Something went wrong' });
      return empty;
    };
    const { store } = storeForTest({ features: [jobFeature], answers: { getJobs } });
    store.dispatch(jobsData.requested());
    await settle();
    isBroken = true;
    store.dispatch(jobsData.requested());
    await settle();
    expect(jobsData.select(store.getState())).toMatchObject({
      data: empty,
      status: 'failed',
      error: { message: 'Something went wrong' },
    });
  });

  it('is dropped when another query is asked, unless it may stay meanwhile', async () => {
    const person = { _id: 'a1', name: 'Mira Okafor' };
    const { store } = storeForTest({
      features: [personFeature, operatorFeature],
      answers: { readPerson: () => person, searchPeople: () => ({ data: [person] }) },
    });
    store.dispatch(personData.requested('a1'));
    store.dispatch(candidates.requested('mi'));
    await settle();
    store.dispatch(personData.requested('a1'));
    expect(personData.select(store.getState()).data).toEqual(person);
    store.dispatch(personData.requested('b2'));
    store.dispatch(candidates.requested('mira'));
    expect(personData.select(store.getState()).data).toBeNull();
    expect(candidates.select(store.getState()).data).toEqual([person]);
    await settle();
  });
});
