import type { ServerContext } from '../../context';
import type { ContentServices } from '../content/content-services';
import type { ConversationServices } from '../conversation/conversation-services';
import type { IdentityServices } from '../identity/identity-services';
import type { MoneyServices } from '../money/money-services';
import type { SiteServices } from '../site/site-services';
import { createFailedJobService } from './job/failed-job-service';
import { createLogService } from './log/log-service';
import { createOperatorService } from './operator/operator-service';
import { createAdminService } from './admin/admin-service';
import { createDeletionService } from './privacy/deletion-service';
import { eraseAccount } from './privacy/erase-account';
import { createExportService } from './privacy/export-service';

export type OperationsServices = ReturnType<typeof createOperationsServices>;

interface Domains {
  site: SiteServices;
  identity: IdentityServices;
  conversation: ConversationServices;
  content: ContentServices;
  money: MoneyServices;
}

export function createOperationsServices(
  context: ServerContext,
  { site, identity: people, conversation, content, money }: Domains,
) {
  const { settings, media } = site;
  const { session, account, identity } = people;
  const { notification, message } = conversation;
  const { items, targets: subjects, search } = content;
  const { subscription, platform, payout, order, card } = money;
  const dataExport = createExportService(context, { people: people.people, media, notification, session, settings });
  const eraseDeps = {
    ...context,
    items,
    message,
    media,
    subjects,
    session,
    settings,
    identity,
    search,
    card,
    removeExports: dataExport.removeAll,
  };
  const erase = (id: string) => eraseAccount(eraseDeps, id);
  return {
    admin: createAdminService(context, { people: people.people, account, identity }),
    operator: createOperatorService(context, { identity }),
    operatorLog: createLogService(context),
    failedJobs: createFailedJobService(context),
    dataExport,
    eraseAccount: erase,
    deletion: createDeletionService(context, {
      account,
      session,
      settings,
      subscription,
      platform,
      payout,
      order,
      eraseAccount: erase,
    }),
  };
}
