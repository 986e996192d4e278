import type { JobQueue } from '../../jobs/queue';
import type { LiveServices } from './live-services';
import type { PaidLiveServices } from './paid-live-services';

export function registerLiveJobs(
  jobs: JobQueue,
  { announceShow, replay, showReminder, ticketRefunds }: LiveServices & PaidLiveServices,
): void {
  jobs.work('announce-show', announceShow);
  jobs.work('remind-of-shows', () => showReminder.remindDue());
  jobs.repeat('remind-of-shows', '* * * * *');
  jobs.work('refund-tickets', ticketRefunds.refund);
  jobs.work('announce-replay', replay.announce);
  jobs.work('collect-recordings', replay.collect);
  jobs.repeat('collect-recordings', '9,39 * * * *');
}
