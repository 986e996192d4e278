import { requireOperator } from '../../access';
import { bind, type Binding } from '../../http/register-endpoint';
import { cleanHtml } from '../../lib/clean-html';
import type { OperationsServices } from './operations-services';

export const operationsBindings = (services: OperationsServices): Binding[] => [
  ...bindOperators(services),
  ...bindOverview(services),
  ...bindSettings(services),
  ...bindJobs(services),
  ...bindSiteTexts(services),
  ...bindAdmin(services),
  ...bindPrivacy(services),
];

const bindOperators = ({ operator, operatorLog }: OperationsServices): Binding[] => [
  bind('searchOperatorLog', ({ query }) => operatorLog.search(query)),
  bind('checkOperatorLog', () => operatorLog.check()),
  bind('listOperators', () => operator.list()),
  bind('setOperatorRole', ({ actor, body }) => operator.setRole(body.email, body.role, requireOperator(actor))),
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
