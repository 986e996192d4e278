import type { JobQueue } from '../../jobs/queue';
import type { ContentServices } from './content-services';

export function registerContentJobs(jobs: JobQueue, { items, search }: ContentServices): void {
  jobs.work('publish-scheduled', () => items.publishDue());
  jobs.repeat('publish-scheduled', '* * * * *');
  jobs.work('announce-item', (item) => items.announce(item));
  jobs.work('announce-post', ({ feedId, looks }) => items.announce({ itemId: feedId, looks }));
  jobs.work('read-search-words', () => search.readWords());
  jobs.repeat('read-search-words', '*/10 * * * *');
}

/** Services that have an hourly clean-up. */
export const listContentSweeps = ({ items, search }: ContentServices) => [items, search];
