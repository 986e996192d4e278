import type { ServerContext } from '../context';
import type { Binding } from '../http/register-endpoint';
import { sweepIdempotencyKeys } from '../idempotency';
import { eachOrThrow } from '../lib/each-or-throw';
import type { SocketHandlers } from '../realtime/socket-server';
import { listContentSweeps, registerContentJobs } from './content/content-jobs';
import { contentBindings } from './content/content-routes';
import { createContentServices, createFileAccess } from './content/content-services';
import { registerConversationJobs } from './conversation/conversation-jobs';
import { conversationBindings } from './conversation/conversation-routes';
import { createConversationServices } from './conversation/conversation-services';
import { listIdentitySweeps, registerIdentityJobs } from './identity/identity-jobs';
import { identityBindings } from './identity/identity-routes';
import { createIdentityServices } from './identity/identity-services';
import { registerMoneyJobs } from './money/money-jobs';
import { moneyBindings } from './money/money-routes';
import { createMoneyServices } from './money/money-services';
import { listOperationsSweeps, registerOperationsJobs } from './operations/operations-jobs';
import { operationsBindings } from './operations/operations-routes';
import { createOperationsServices } from './operations/operations-services';
import { listSiteSweeps, registerSiteJobs } from './site/site-jobs';
import { siteBindings } from './site/site-routes';
import { createSiteServices } from './site/site-services';

export type Domains = ReturnType<typeof createDomains>;
export type Services = ReturnType<typeof listServices>;

/** Makes every domain, the lower ones first: one may use those made before it. */
export function createDomains(context: ServerContext) {
  const fileAccess = createFileAccess(context);
  const site = createSiteServices(context, { fileAccess });
  const identity = createIdentityServices(context, site);
  const conversation = createConversationServices(context, site, identity);
  const content = createContentServices(context, { site, identity, conversation, fileAccess });
  const money = createMoneyServices(context, { site, identity, conversation, content });
  const operations = createOperationsServices(context, { site, identity, conversation, content, money });
  return { site, identity, conversation, content, money, operations };
}

/** The services of all domains, by name. */
export const listServices = ({ site, identity, conversation, content, money, operations }: Domains) => ({
  ...site,
  ...identity,
  ...conversation,
  ...content,
  ...money,
  ...operations,
});

/** Which code answers which endpoint. */
export const listBindings = ({ site, identity, conversation, content, money, operations }: Domains): Binding[] => [
  ...siteBindings(site),
  ...identityBindings(identity),
  ...conversationBindings(conversation),
  ...contentBindings(content),
  ...moneyBindings(money),
  ...operationsBindings(operations),
];

export const getSocketHandlers = ({ conversation, identity: { presence } }: Domains): SocketHandlers => ({
  on: { typing: conversation.typing, ...presence.socketHandlers },
  onPresence: presence.onPresence,
  onAlive: presence.onAlive,
});

/** Ties background jobs to what does them, and their schedules. */
export function registerJobs({ jobs, gateways, db }: ServerContext, domains: Domains): void {
  const { site, identity, conversation, content, money, operations } = domains;
  jobs.work('send-mail', (mail) => gateways.mail.send(mail));
  registerSiteJobs(jobs, site);
  registerIdentityJobs(jobs, identity);
  registerConversationJobs(jobs, conversation);
  registerContentJobs(jobs, content);
  registerMoneyJobs(jobs, money);
  registerOperationsJobs(jobs, operations);
  const sweeps = [
    ...listSiteSweeps(site),
    ...listIdentitySweeps(identity),
    ...listContentSweeps(content),
    ...listOperationsSweeps(operations),
    { sweep: () => sweepIdempotencyKeys(db) },
  ];
  jobs.work('sweep', () => eachOrThrow<{ sweep(): Promise<unknown> }>(sweeps, (service) => service.sweep()));
  jobs.repeat('sweep', '17 * * * *');
  const fileSweeps = [content.upload.sweep, site.media.sweepLoose];
  jobs.work('sweep-files', () => eachOrThrow(fileSweeps, (sweep) => sweep()));
  jobs.repeat('sweep-files', '41 3 * * *');
}
