import { requireOperator } from '../../access';
import { bind, type Binding } from '../../http/register-endpoint';
import { cleanHtml } from '../../lib/clean-html';
import type { IdentityServices } from '../identity/identity-services';
import type { MoneyServices } from '../money/money-services';
import type { OperationsServices } from './operations-services';

/** With the services of the domains whose acts the console offers. */
type Services = OperationsServices &
  Pick<IdentityServices, 'identity' | 'session' | 'twoFactor' | 'performerProfile'> &
  Pick<MoneyServices, 'payout' | 'walletRefund'>;

export const operationsBindings = (services: Services): Binding[] => [
  ...bindOperators(services),
  ...bindOverview(services),
  ...bindSettings(services),
  ...bindJobs(services),
  ...bindSiteTexts(services),
  ...bindReview(services),
  ...bindPersons(services),
  ...bindPersonActs(services),
  ...bindReports(services),
  ...bindMoney(services),
  ...bindLists(services),
  ...bindWebhooks(services),
  ...bindAdmin(services),
  ...bindPrivacy(services),
];

const bindOperators = ({ operator, operatorLog }: OperationsServices): Binding[] => [
  bind('searchOperatorLog', ({ query }) => operatorLog.search(query)),
  bind('checkOperatorLog', () => operatorLog.check()),
  bind('listOperators', () => operator.list()),
  bind('setOperatorRole', ({ actor, body }) => operator.setRole(body.email, body.role, requireOperator(actor))),
];

const bindWebhooks = ({ webhook }: OperationsServices): Binding[] => [
  bind('listWebhookEndpoints', ({ actor }) => webhook.list(actor)),
  bind('createWebhookEndpoint', ({ actor, body }) => webhook.create(actor, body)),
  bind('updateWebhookEndpoint', ({ actor, params, body }) => webhook.update(actor, params.id, body)),
  bind('deleteWebhookEndpoint', ({ actor, params }) => webhook.remove(actor, params.id)),
  bind('rotateWebhookSecret', ({ actor, params }) => webhook.rotate(actor, params.id)),
  bind('testWebhookEndpoint', ({ actor, params }) => webhook.test(actor, params.id)),
  bind('listWebhookDeliveries', ({ actor, params, query }) => webhook.listDeliveries(actor, params.id, query)),
  bind('replayWebhookDelivery', ({ actor, params }) => webhook.replay(actor, params.id)),
];

const bindOverview = ({ todo, overview }: OperationsServices): Binding[] => [
  bind('listTodos', ({ actor }) => todo.list(actor)),
  bind('getSiteOverview', ({ actor }) => overview.read(actor)),
  bind('getMoneyOverview', ({ query }) => overview.readMoney(query)),
];

const bindSettings = ({ setting, siteActs }: OperationsServices): Binding[] => [
  bind('listSettings', () => setting.list()),
  bind('saveSetting', ({ actor, params, body }) => setting.save(params.key, body.value, requireOperator(actor))),
  bind('closeCountries', async ({ actor, body: { countryCodes } }) => {
    await siteActs.closeSiteTo(countryCodes, requireOperator(actor));
    return { countryCodes };
  }),
];

const done = { success: true } as const;

const bindJobs = ({ job, failedJobs, siteActs }: OperationsServices): Binding[] => [
  bind('getJobs', () => job.read()),
  bind('retryJob', ({ actor, params }) => failedJobs.retry(params.id, requireOperator(actor)).then(() => done)),
  bind('discardJob', ({ actor, params }) => failedJobs.discard(params.id, requireOperator(actor)).then(() => done)),
  bind('retrySetAsideFile', ({ actor, params }) =>
    siteActs.retryFile(params.id, requireOperator(actor)).then(() => done),
  ),
  bind('giveUpSetAsideFile', ({ actor, params, body }) =>
    siteActs.giveUpFile(params.id, body.reason, requireOperator(actor)).then(() => done),
  ),
];

const bindSiteTexts = ({ siteText, siteActs }: OperationsServices): Binding[] => [
  bind('listSitePages', () => siteText.listPages()),
  bind('saveSitePage', ({ actor, params, body }) => siteText.savePage(params.slug, body, requireOperator(actor))),
  bind('previewPage', async ({ body }) => ({ content: cleanHtml(body.content) })),
  bind('saveCategory', async ({ actor, params: { slug }, body }) => ({
    _id: await siteActs.saveCategory({ slug, ...body }, requireOperator(actor)),
  })),
  bind('listCoupons', ({ query }) => siteText.listCoupons(query)),
  bind('saveCoupon', ({ actor, params, body }) => siteText.saveCoupon(params.code, body, requireOperator(actor))),
  bind('endCoupon', async ({ actor, params: { code } }) => {
    await siteActs.endCoupon(code, requireOperator(actor));
    return { code: code.toUpperCase() };
  }),
  bind('listAnnouncements', () => siteText.listAnnouncements()),
  bind('addAnnouncement', async ({ actor, body }) => ({
    _id: await siteActs.addBanner(body, requireOperator(actor)),
  })),
  bind('removeAnnouncement', ({ actor, params }) =>
    siteActs.removeBanner(params.id, requireOperator(actor)).then(() => done),
  ),
];

const bindReview = ({ review }: OperationsServices): Binding[] => [
  bind('listCreatorsToReview', ({ query }) => review.list(query)),
  bind('readCreatorToReview', ({ params }) => review.read(params.id)),
  bind('openDocuments', ({ actor, params }) => review.open(params.id, requireOperator(actor))),
  bind('decideCreator', ({ actor, params, body }) => review.decide(params.id, body, requireOperator(actor))),
];

const bindPersons = ({ person }: OperationsServices): Binding[] => [
  bind('searchPeople', ({ query }) => person.search(query)),
  bind('readPerson', ({ params }) => person.read(params.id)),
  bind('readPersonMoney', ({ params }) => person.readMoney(params.id)),
  bind('listPersonEntries', ({ params, query }) => person.listEntries(params.id, query)),
  bind('addPersonNote', ({ actor, params, body }) => person.addNote(params.id, body.text, requireOperator(actor))),
  bind('resendPersonMail', ({ actor, params, body }) =>
    person.resendMail(params.id, body.mail, requireOperator(actor)),
  ),
];

const whenDone = async (act: Promise<unknown>) => {
  await act;
  return done;
};

const bindPersonActs = ({
  identity,
  session,
  twoFactor,
  performerProfile,
  payout,
  walletRefund,
}: Services): Binding[] => [
  bind('endPersonSessions', ({ actor, params, body }) =>
    whenDone(session.endByOperator(params.id, body.sessionId, requireOperator(actor))),
  ),
  bind('closeAccount', ({ actor, params, body }) =>
    whenDone(identity.close(params.id, body.reason, requireOperator(actor))),
  ),
  bind('reopenAccount', ({ actor, params, body }) =>
    whenDone(identity.reopen(params.id, body.reason, requireOperator(actor))),
  ),
  bind('resetTwoFactor', ({ actor, params, body }) =>
    whenDone(twoFactor.reset(params.id, body.reason, requireOperator(actor))),
  ),
  bind('setPayoutHold', ({ actor, params, body }) =>
    whenDone(payout.hold(params.id, body.reason, requireOperator(actor))),
  ),
  bind('refundWallet', ({ actor, params, body }) => walletRefund.refund(params.id, body, requireOperator(actor))),
  bind('setCommission', ({ actor, params, body }) =>
    whenDone(performerProfile.setCommission(params.id, body, requireOperator(actor))),
  ),
];

const bindReports = ({ reportConsole: reports }: OperationsServices): Binding[] => [
  bind('searchReports', ({ query }) => reports.search(query)),
  bind('getReport', ({ actor, params }) => reports.get(actor, params.id)),
  bind('decideReport', ({ actor, params, body }) => reports.decide(params.id, body, requireOperator(actor))),
  bind('searchAppeals', ({ query }) => reports.searchAppeals(query)),
  bind('getAppeal', ({ actor, params }) => reports.getAppeal(actor, params.id)),
  bind('decideAppeal', ({ actor, params, body }) => reports.decideAppeal(params.id, body, requireOperator(actor))),
  bind('searchContent', ({ query }) => reports.searchContent(query)),
  bind('getContent', ({ actor, params }) => reports.getContent(actor, params)),
  bind('hideContent', ({ actor, params, body }) => reports.hide(params, body, requireOperator(actor))),
  bind('restoreContent', ({ actor, params, body }) => reports.restore(params, body.reason, requireOperator(actor))),
];

const bindMoney = (services: OperationsServices): Binding[] => [
  ...bindPayouts(services),
  ...bindRefunds(services),
  ...bindOrders(services),
  ...bindLedger(services),
];

const bindPayouts = ({ payoutConsole: payouts }: OperationsServices): Binding[] => [
  bind('searchPayouts', ({ query }) => payouts.search(query)),
  bind('sumPayouts', () => payouts.sums()),
  bind('approvePayouts', ({ actor, body }) => payouts.approve(body, requireOperator(actor))),
  bind('makeBankFile', ({ actor, body }) => payouts.makeBankFile(body, requireOperator(actor))),
  bind('rejectPayout', ({ actor, params, body }) =>
    payouts.decide(params.id, { status: 'rejected', reason: body.reason }, requireOperator(actor)),
  ),
  bind('markPayoutPaid', ({ actor, params, body }) =>
    payouts.decide(params.id, { status: 'done', payoutId: body.reference || undefined }, requireOperator(actor)),
  ),
  bind('returnPayout', ({ actor, params, body }) =>
    payouts.decide(params.id, { status: 'returned', reason: body.reason }, requireOperator(actor)),
  ),
];

const bindRefunds = ({ refundConsole: refunds }: OperationsServices): Binding[] => [
  bind('searchRefunds', ({ query }) => refunds.search(query)),
  bind('getRefund', ({ params }) => refunds.get(params.id)),
  bind('grantRefundAsOperator', ({ actor, params, body }) =>
    refunds.decide({ id: params.id, isGranted: true, ...body }, requireOperator(actor)),
  ),
  bind('refuseRefundAsOperator', ({ actor, params, body }) =>
    refunds.decide({ id: params.id, isGranted: false, ...body }, requireOperator(actor)),
  ),
  bind('searchDisputes', ({ query }) => refunds.searchDisputes(query)),
];

const bindOrders = ({ orderConsole: orders }: OperationsServices): Binding[] => [
  bind('searchAllOrders', ({ actor, query }) => orders.search(actor, query)),
  bind('getOrderAsOperator', ({ actor, params }) => orders.get(actor, params.id)),
  bind('refundOrderAsOperator', ({ actor, params, body }) =>
    orders.refund({ id: params.id, ...body }, requireOperator(actor)),
  ),
];

const bindLedger = ({ ledgerConsole: ledger }: OperationsServices): Binding[] => [
  bind('searchPayments', ({ query }) => ledger.searchPayments(query)),
  bind('getPayment', ({ params }) => ledger.getPayment(params.id)),
  bind('listReconciliations', ({ query }) => ledger.listReconciliations(query)),
  bind('reconcileDay', ({ actor, body }) => ledger.reconcile(body.day, requireOperator(actor))),
];

const bindLists = ({ listExport: lists, finder }: OperationsServices): Binding[] => [
  bind('exportPayouts', ({ actor, body }) => lists.payouts(body, requireOperator(actor))),
  bind('exportOrders', ({ actor, body }) => lists.orders(body, requireOperator(actor))),
  bind('exportPayments', ({ actor, body }) => lists.payments(body, requireOperator(actor))),
  bind('exportPeople', ({ actor, body }) => lists.people(body, requireOperator(actor))),
  bind('exportOperatorLog', ({ actor, body }) => lists.log(body, requireOperator(actor))),
  bind('findInConsole', ({ actor, query }) => finder.find(query.text, actor)),
];

const bindAdmin = ({ admin }: OperationsServices): Binding[] => [
  bind('updateUser', ({ actor, params, body, ip }) => admin.updateUser(actor, params.id, body, ip)),
  bind('uploadUserAvatar', ({ actor, params, files }) => admin.replaceAvatar(actor, params.id, files['avatar'])),
];

const bindPrivacy = ({ dataExport, deletion }: OperationsServices): Binding[] => [
  bind('getDataExport', ({ actor }) => dataExport.read(actor)),
  bind('requestDataExport', ({ actor }) => dataExport.request(actor)),
  bind('getDeletion', ({ actor }) => deletion.read(actor)),
  bind('requestDeletion', ({ actor, body }) => deletion.request(actor, body)),
  bind('cancelDeletion', ({ actor }) => deletion.cancel(actor)),
];
