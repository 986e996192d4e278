import type { Operator } from '../../access';
import type { ServerContext } from '../../context';
import type { ContentServices } from '../content/content-services';
import type { ConversationServices } from '../conversation/conversation-services';
import type { IdentityServices } from '../identity/identity-services';
import type { MoneyServices } from '../money/money-services';
import type { SiteServices } from '../site/site-services';
import { createFailedJobService } from './job/failed-job-service';
import { createLogService } from './log/log-service';
import { createJobService } from './job/job-service';
import { createMonitorService } from './monitor/monitor-service';
import { createOperatorService } from './operator/operator-service';
import { createOverviewService } from './overview/overview-service';
import { createTodoService } from './overview/todo-service';
import { createSettingService } from './setting/setting-service';
import { createSiteTextService } from './site-text/site-text-service';
import { createPersonService } from './person/person-service';
import { createReviewService } from './review/review-service';
import { createFinder } from './find/find-service';
import { createListExport } from './list-export/list-export-service';
import { createLedgerConsole } from './ledger/ledger-console-service';
import { createOrderConsole } from './order/order-console-service';
import { createPayoutConsole } from './payout/payout-console-service';
import { createReportConsole } from './report/report-console-service';
import { createRefundConsole } from './refund/refund-console-service';
import { createAdminService } from './admin/admin-service';
import { createWebhookService } from './webhook/webhook-service';
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
  const { settings, media, page, reference } = site;
  const { session, account, identity, block, documentReview, emailVerification, passwords } = people;
  const { notification, message } = conversation;
  const { items, targets: subjects, search, report, takedown } = content;
  const { subscription, platform, payout, order, card, coupon } = money;
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
  const todo = createTodoService(context);
  const erase = (id: string) => eraseAccount(eraseDeps, id);
  const operatorLog = createLogService(context);
  const payoutConsole = createPayoutConsole(context, { payout, settings });
  const orderConsole = createOrderConsole(money);
  const ledgerConsole = createLedgerConsole(context, money);
  const person = createPersonService(context, {
    people: people.people,
    session,
    settings,
    media,
    emailVerification,
    passwords,
    walletRefund: money.walletRefund,
  });
  return {
    admin: createAdminService(context, { people: people.people, account, identity }),
    operator: createOperatorService(context, { identity, notification, settings }),
    review: createReviewService(context, { documentReview, media, settings }),
    person,
    operatorLog,
    payoutConsole,
    refundConsole: createRefundConsole(context, money),
    reportConsole: createReportConsole(context, { media, report, takedown }),
    orderConsole,
    ledgerConsole,
    listExport: createListExport(context, { payoutConsole, orderConsole, ledgerConsole, person, operatorLog }),
    finder: createFinder({ orderConsole, ledgerConsole, person }),
    failedJobs: createFailedJobService(context),
    job: createJobService(context, { media, subscription }),
    todo,
    monitor: createMonitorService(context, todo),
    overview: createOverviewService(context, { settings }),
    setting: createSettingService({ settings }),
    siteText: createSiteTextService(context, { page, reference, coupon }),
    /** Acts of other domains that the console offers. */
    siteActs: {
      closeSiteTo: block.closeSiteTo,
      retryFile: (id: string, by: Operator) => media.retry(id, null, by),
      giveUpFile: media.giveUpSetAside,
      saveCategory: reference.saveCategory,
      addBanner: reference.addBanner,
      removeBanner: reference.removeBanner,
      endCoupon: coupon.end,
    },
    webhook: createWebhookService(context, { session, settings }),
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
