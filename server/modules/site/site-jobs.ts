import type { JobQueue } from '../../jobs/queue';
import type { SiteServices } from './site-services';

export function registerSiteJobs(jobs: JobQueue, { media }: SiteServices): void {
  for (const name of media.jobs.processing) jobs.work(name, ({ fileId, turns }) => media.process(fileId, turns));
  for (const name of media.jobs.ladders) jobs.work(name, ({ fileId }) => media.makeLadder(fileId));
  jobs.work('resume-files', () => media.resume());
  jobs.repeat('resume-files', '* * * * *');
}

/** Services that have an hourly clean-up. */
export const listSiteSweeps = ({ media }: SiteServices) => [media];
