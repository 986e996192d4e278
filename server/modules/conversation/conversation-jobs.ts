import type { JobQueue } from '../../jobs/queue';
import type { ConversationServices } from './conversation-services';

export function registerConversationJobs(jobs: JobQueue, { noticeMail, push }: ConversationServices): void {
  jobs.work('mail-notices', () => noticeMail.run());
  jobs.work('push-news', (data) => push.runNews(data));
  jobs.work('send-push', (data) => push.runSend(data));
  jobs.repeat('mail-notices', '* * * * *');
}
