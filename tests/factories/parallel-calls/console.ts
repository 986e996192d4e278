import { sql } from 'drizzle-orm';
import { banners } from '../../../server/db/schema/site';
import type { TestCall } from '../../harness/build-test-app';
import { buildCoupon } from '../money';
import { moneyConsolePlans } from './console-money';
import { buildFailedPhoto, byFans, byStrangers, times, AT_ONCE, type Plan, type Plans, type Stage } from './stage';

/** By an owner of the site. */
const byOwner = (make: (stage: Stage, index: number) => TestCall | Promise<TestCall> = () => ({})): Plan =>
  byStrangers(async (stage, index) => ({ as: stage.admin.token, ...(await make(stage, index)) }));

async function buildFailedJob({ app }: Stage): Promise<TestCall> {
  const { rows } = await app.context.db.execute<{ id: string }>(
    sql`insert into pgboss.job (id, name, state) values (gen_random_uuid(), 'send-mail', 'failed') returning id`,
  );
  return { params: { id: rows[0]?.id ?? '' } };
}

const buildSetAsideFile = async (stage: Stage): Promise<TestCall> => ({
  params: { id: await buildFailedPhoto(stage, { isPublic: true }) },
});

async function buildAnnouncement({ app }: Stage): Promise<TestCall> {
  const [row] = await app.context.db.insert(banners).values({ title: 'New' }).returning({ id: banners.id });
  return { params: { id: row?.id ?? '' } };
}

const operatorPlans: Plans = {
  searchOperatorLog: byOwner(),
  checkOperatorLog: byOwner(),
  listOperators: byOwner(),
  setOperatorRole: byFans(({ admin }, { account }) => ({
    as: admin.token,
    body: { email: account.email ?? '', role: 'support' },
  })),
};

const overviewPlans: Plans = {
  listTodos: byOwner(),
  getSiteOverview: byOwner(),
  getMoneyOverview: byOwner(),
};

const sitePlans: Plans = {
  listSettings: byOwner(),
  saveSetting: byOwner((_stage, index) => ({ params: { key: 'metaKeywords' }, body: { value: `words ${index}` } })),
  closeCountries: byOwner(() => ({ body: { countryCodes: ['AQ'] } })),
  listSitePages: byOwner(),
  saveSitePage: byOwner((_stage, index) => ({
    params: { slug: `page-${index}` },
    body: { title: 'Page', content: '<p>Text</p>', status: 'published' },
  })),
  previewPage: byOwner(() => ({ body: { content: '<p>Text</p>' } })),
  saveCategory: byOwner((_stage, index) => ({
    params: { slug: `topic-${index}` },
    body: { name: 'Topic', ordering: 1 },
  })),
  listCoupons: byOwner(),
  saveCoupon: byOwner((_stage, index) => ({
    params: { code: `NEW${index}` },
    body: { value: 0.2, usesLeft: 10, lastDay: '2099-12-31' },
  })),
  endCoupon: {
    calls: ({ app, admin }) =>
      times(AT_ONCE, async () => ({ as: admin.token, params: { code: (await buildCoupon(app)).code } })),
  },
  listAnnouncements: byOwner(),
  addAnnouncement: byOwner(() => ({ body: { title: 'New', link: '/streaming' } })),
  removeAnnouncement: byOwner(buildAnnouncement),
};

const jobPlans: Plans = {
  getJobs: byOwner(),
  retryJob: byOwner(buildFailedJob),
  discardJob: byOwner(buildFailedJob),
  retrySetAsideFile: byOwner(buildSetAsideFile),
  giveUpSetAsideFile: byOwner(async (stage) => ({
    ...(await buildSetAsideFile(stage)),
    body: { reason: 'The bytes are lost' },
  })),
};

const listPlans: Plans = {
  exportPayouts: byOwner(() => ({ body: {} })),
  exportOrders: byOwner(() => ({ body: {} })),
  exportPayments: byOwner(() => ({ body: {} })),
  exportPeople: byOwner(() => ({ body: {} })),
  exportOperatorLog: byOwner(() => ({ body: {} })),
  findInConsole: byOwner(() => ({ query: { text: 'star' } })),
};

/** Calls of the operators’ console. */
export const consolePlans: Plans = {
  ...operatorPlans,
  ...overviewPlans,
  ...sitePlans,
  ...jobPlans,
  ...listPlans,
  ...moneyConsolePlans,
};
