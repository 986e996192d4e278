import type { JobQueue } from '../../jobs/queue';
import type { ConversationServices } from './conversation-services';

export function registerConversationJobs(jobs: JobQueue, { noticeMail }: ConversationServices): void {
  jobs.work('mail-notices', () => noticeMail.run());
  jobs.repeat('mail-notices', '* * * * *');
}
