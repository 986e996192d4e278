import type { ServerContext } from '../context';
import { sweepIdempotencyKeys } from '../idempotency';
import { eachOrThrow } from '../lib/each-or-throw';
import type { Domains } from '.';
import { listContentSweeps, registerContentJobs } from './content/content-jobs';
import { registerConversationJobs } from './conversation/conversation-jobs';
import { listIdentitySweeps, registerIdentityJobs } from './identity/identity-jobs';
import { registerLiveJobs } from './live/live-jobs';
import { listMoneySweeps, registerMoneyJobs } from './money/money-jobs';
import { listOperationsSweeps, registerOperationsJobs } from './operations/operations-jobs';
import { listSiteSweeps, registerSiteJobs } from './site/site-jobs';

export function registerJobs({ jobs, gateways, db }: ServerContext, domains: Domains): void {
  const { site, identity, conversation, content, live, money, operations } = domains;
  jobs.work('send-mail', ({ kind: _kind, ...mail }) => gateways.mail.send(mail));
  registerSiteJobs(jobs, site);
  registerIdentityJobs(jobs, identity);
  registerConversationJobs(jobs, conversation);
  registerContentJobs(jobs, content);
  registerLiveJobs(jobs, live);
  registerMoneyJobs(jobs, money);
  registerOperationsJobs(jobs, operations);
  const sweeps = [
    ...listSiteSweeps(site),
    ...listIdentitySweeps(identity),
    ...listContentSweeps(content),
    ...listMoneySweeps(money),
    ...listOperationsSweeps(operations),
    { sweep: () => sweepIdempotencyKeys(db) },
  ];
  jobs.work('sweep', () => eachOrThrow<{ sweep(): Promise<unknown> }>(sweeps, (service) => service.sweep()));
  jobs.repeat('sweep', '17 * * * *');
  const fileSweeps = [content.upload.sweep, site.media.sweepLoose, site.media.sweepWork];
  jobs.work('sweep-files', () => eachOrThrow(fileSweeps, (sweep) => sweep()));
  jobs.repeat('sweep-files', '41 3 * * *');
}
