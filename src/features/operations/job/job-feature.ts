import { jobRoutes } from '@contract/operations/job-routes';
import type { EndpointData } from '@contract/schemas';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { createLoadedData, type LoadedData } from '@/store/loaded-data';
import { actDone, buildAct, type Act } from '../act/act-slice';

export type JobsState = EndpointData<'getJobs'>;
export type FailedJob = JobsState['failed'][number];
export type RetriedJob = JobsState['retried'][number];
export type RenewalState = JobsState['renewals'][number];
export type SetAsideFile = JobsState['files'][number];

declare module '@/store/state' {
  interface StoreState {
    jobs: LoadedData<JobsState>;
  }
}

export const jobsData = createLoadedData<JobsState>({
  name: 'jobs',
  select: (state) => state.jobs,
  load: () => callEndpoint(jobRoutes.getJobs),
  reloadOn: actDone,
});

export const retryJob = (id: string): Act =>
  buildAct(jobRoutes.retryJob, { params: { id } }, 'The job runs again: see “Retried jobs” for how it ends');

export const discardJob = (id: string): Act => buildAct(jobRoutes.discardJob, { params: { id } }, 'Job removed');

export const retryFile = (id: string): Act =>
  buildAct(jobRoutes.retrySetAsideFile, { params: { id } }, 'The file is being processed again');

export const giveUpFile = (id: string, reason: string): Act =>
  buildAct(jobRoutes.giveUpSetAsideFile, { params: { id }, body: { reason } }, 'The owner was notified');

export const jobFeature: Feature = { name: 'jobs', reducer: jobsData.reducer, saga: jobsData.saga };
