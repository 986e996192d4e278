import { buildPerformer } from '../performer';
import { buildShowChat } from '../show-chat';
import type { TestCall } from '../../harness/build-test-app';
import { AT_ONCE, mapAll, type Plan, type Plans, type Stage } from './stage';

/** A live public show with a new host, because a host can only have one. */
async function buildOpenShow({ app }: Stage) {
  const host = await buildPerformer(app);
  const { show, conversationId } = await buildShowChat(app, host);
  return { host, show, conversationId };
}

type OpenShow = Awaited<ReturnType<typeof buildOpenShow>>;

const byViewers = (make: (show: OpenShow, index: number) => TestCall): Plan => ({
  async calls(stage) {
    const open = await buildOpenShow(stage);
    return stage.fans.map((fan, index) => ({ as: fan.token, ...make(open, index) }));
  },
});

const byHost = (make: (show: OpenShow, stage: Stage, index: number) => TestCall | Promise<TestCall>): Plan => ({
  async calls(stage) {
    const open = await buildOpenShow(stage);
    const places = Array.from({ length: AT_ONCE }, (_, index) => index);
    return mapAll(places, async (index) => ({ as: open.host.token, ...(await make(open, stage, index)) }));
  },
});

const restrict = ({ show }: OpenShow, { fans }: Stage, index: number) => ({
  params: { id: show.id },
  body: { userId: fans[index]?.id ?? '', kind: 'mute' },
});

export const showPlans: Plans = {
  getStreamConversation: byViewers(({ show }) => ({ params: { id: show.id } })),
  getPublicStreamConversation: byViewers(({ host }) => ({ params: { id: host.id } })),
  listPublicStreamMessages: byViewers(({ conversationId: id }) => ({ params: { id } })),
  // All messages go to one chat, which numbers them in sequence.
  sendStreamMessage: byViewers(({ conversationId: id }, n) => ({
    params: { id },
    body: { text: `Good evening ${n}` },
  })),
  sendPublicStreamMessage: byViewers(({ conversationId: id }, n) => ({
    params: { id },
    body: { text: `Good evening ${n}` },
  })),
  renameConversation: byHost(({ conversationId: id }, { newWord }) => ({ params: { id }, body: { name: newWord() } })),
  removeAllMessages: byHost(({ conversationId: id }) => ({ params: { id } })),
  listRestrictions: byHost(async (open, stage, index) => {
    const { params, body } = restrict(open, stage, index);
    await stage.ask('restrictViewer', { as: open.host.token, params, body });
    return { params };
  }),
  restrictViewer: byHost(restrict),
  liftRestriction: byHost(async (open, stage, index) => {
    const { params, body } = restrict(open, stage, index);
    await stage.ask('restrictViewer', { as: open.host.token, params, body });
    return { params: { ...params, userId: body.userId } };
  }),
};
