import type { TestCall } from '../../harness/build-test-app';
import { buildFeed } from '../feed';
import { buildOperator } from '../operator';
import { byStrangers, mapAll, type Plan, type Plans, type Stage } from './stage';

const asAdmin = byStrangers(({ admin }) => ({ as: admin.token }));
const reason = 'It is not theirs.';
const asOperator = { role: 'owner', via: 'command' } as const;

const buildPost = async ({ app, star }: Stage): Promise<string> => (await buildFeed(app, star))._id;

/** Each by an operator, on a post of its own. */
const onPosts = (make: (stage: Stage, postId: string) => TestCall | Promise<TestCall>): Plan =>
  byStrangers(async (stage) => ({ as: stage.admin.token, ...(await make(stage, await buildPost(stage))) }));

/** Each on a report of its own. */
const onReports = (body?: object): Plan => ({
  calls: async (stage) =>
    mapAll(stage.fans, async ({ token }) => {
      const targetId = await buildPost(stage);
      const report = { target: 'feed', targetId, performerId: stage.star.id, title: 'Spam' };
      const { _id: id } = await stage.ask('createReport', { as: token, body: report });
      return { as: stage.admin.token, params: { id }, ...(body && { body }) };
    }),
});

async function removePost({ app, admin, star }: Stage, targetId: string): Promise<string> {
  const removal = { target: 'feed', targetId, rule: 'spam', reason } as const;
  await app.services.takedown.hide(removal, { id: admin.id, ...asOperator });
  const { data } = await app.services.takedown.listOwn(star.actor, { limit: 200, offset: 0 });
  return data.find((one) => one.targetId === targetId)?._id ?? '';
}

async function appealPost(stage: Stage, targetId: string): Promise<string> {
  const id = await removePost(stage, targetId);
  await stage.app.services.takedown.appeal(stage.star.actor, id, 'It is mine.');
  return id;
}

const onAppeals = (body?: object): Plan => ({
  async calls(stage) {
    const { token: as } = await buildOperator(stage.app);
    return mapAll(stage.fans, async () => ({
      as,
      params: { id: await appealPost(stage, await buildPost(stage)) },
      ...(body && { body }),
    }));
  },
});

const onPost = (id: string) => ({ params: { kind: 'feed', id } });

export const reportConsolePlans: Plans = {
  listTakedowns: byStrangers(({ star }) => ({ as: star.token })),
  appealTakedown: byStrangers(async (stage) => ({
    as: stage.star.token,
    params: { id: await removePost(stage, await buildPost(stage)) },
    body: { text: 'It is mine.' },
  })),
  searchReports: asAdmin,
  getReport: onReports(),
  decideReport: onReports({ decision: 'hide', rule: 'copyright', reason }),
  searchAppeals: asAdmin,
  getAppeal: onAppeals(),
  decideAppeal: onAppeals({ decision: 'restore', reason }),
  searchContent: asAdmin,
  getContent: onPosts((_stage, id) => onPost(id)),
  hideContent: onPosts((_stage, id) => ({ ...onPost(id), body: { rule: 'spam', reason } })),
  restoreContent: onPosts(async (stage, id) => {
    await removePost(stage, id);
    return { ...onPost(id), body: { reason } };
  }),
};
