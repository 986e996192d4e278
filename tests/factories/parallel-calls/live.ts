import type { TestCall } from '../../harness/build-test-app';
import { endLivePeers, LiveViewer } from '../../harness/live-peers';
import { buildFeed } from '../feed';
import { buildPerformer, type BuiltPerformer } from '../performer';
import { buildOpenShow, type Seat } from '../seat';
import { buildShow, freeShow, joinRoom, paidShow } from '../show';
import { AT_ONCE, byNewFans, byStrangers, mapAll, times, type Plan, type Plans, type Stage } from './stage';

type Built = Awaited<ReturnType<typeof buildShow>>;

const byHosts = (make: (show: Built, host: BuiltPerformer) => TestCall = () => ({})): Plan => ({
  calls: ({ app }) =>
    times(AT_ONCE, async () => {
      const host = await buildPerformer(app);
      return { as: host.token, ...make(await buildShow(app, host), host) };
    }),
});

const ofOneShow = (make: (show: Built) => TestCall, body: object = {}): Plan => ({
  async calls({ app, fans }) {
    const show = await buildShow(app, await buildPerformer(app), body);
    return fans.map(({ token }) => ({ as: token, ...make(show) }));
  },
});

const byRequests = (make: (seat: Seat) => TestCall, by: 'fan' | 'host' = 'fan'): Plan => ({
  async calls({ app, people, ask }) {
    return mapAll(await people(), async (fan) => {
      const host = await buildPerformer(app);
      await buildOpenShow(app, host);
      const { streamId } = await ask('requestPrivateChat', { as: fan.token, params: { id: host.id }, body: {} });
      const { data } = await ask('listSeats', { as: fan.token });
      const seat = data.find((one) => one.streamId === streamId);
      if (!seat) throw new Error('The fan has no seat after requestPrivateChat');
      return { as: by === 'fan' ? fan.token : host.token, ...make(seat) };
    });
  },
});

async function announceShow({ app, star }: Stage): Promise<string> {
  const streamingScheduled = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
  const post = await buildFeed(app, star, { type: 'scheduled-streaming', isSale: true, price: 0, streamingScheduled });
  return post._id;
}

export const livePlans: Plans = {
  startStream: {
    calls: ({ app }) =>
      times(AT_ONCE, async () => ({
        as: (await buildPerformer(app)).token,
        body: { ...freeShow } as TestCall['body'],
      })),
  },
  updateLiveStream: byHosts(({ _id: id }) => ({ params: { id }, body: { title: 'Later' } })),
  updateStream: byHosts(() => ({ body: { title: 'Later' } })),
  setStreamDuration: byHosts(({ _id: streamId }) => ({ body: { streamId, duration: 15 } })),
  joinStream: ofOneShow(({ performerId: id }) => ({ params: { id } })),
  createStreamToken: {
    needsAgora: true,
    ...ofOneShow(({ sessionId: channelName }) => ({ body: { channelName } })),
  },
  searchStreams: byStrangers(),
  createStreamAccess: ofOneShow(({ _id: streamId }) => ({ body: { streamId, as: 'viewer' } })),
  connectStream: {
    async calls({ app, ask, fans }) {
      const { _id: streamId } = await buildShow(app, await buildPerformer(app));
      const viewer = new LiveViewer();
      const sdp = await viewer.offer();
      viewer.close();
      endLivePeers();
      return mapAll(fans, async ({ token }) => {
        const access = await ask('createStreamAccess', { as: token, body: { streamId, as: 'viewer' } });
        return { as: token, body: { ticket: 'ticket' in access ? access.ticket : '', sdp } };
      });
    },
  },
  buyStream: ofOneShow(({ _id: id }) => ({ params: { id }, body: { expectedPrice: 5 } }), paidShow),
  getOwnStream: byHosts(),
  endStream: byHosts(({ _id: id }) => ({ params: { id } })),
  getStreamSummary: byHosts(({ _id: id }) => ({ params: { id } })),
  listStreamViewers: {
    async calls({ app, fans }) {
      const host = await buildPerformer(app);
      const { _id: id, conversationId } = await buildShow(app, host);
      await mapAll(fans, (fan) => joinRoom(app, fan, conversationId));
      return fans.map(() => ({ as: host.token, params: { id } }));
    },
  },
  requestPrivateChat: {
    async calls({ app, people }) {
      const host = await buildPerformer(app);
      await buildOpenShow(app, host);
      return mapAll(await people(), async ({ token: as }) => ({ as, params: { id: host.id }, body: { price: 2 } }));
    },
  },
  acceptPrivateChat: byRequests(({ conversationId: id }) => ({ params: { id } }), 'host'),
  declinePrivateChat: byRequests(({ conversationId: id }) => ({ params: { id } })),
  listSeats: byRequests(() => ({})),
  getSeat: byRequests(({ _id: id }) => ({ params: { id } })),
  leaveSeat: byRequests(({ _id: id }) => ({ params: { id } })),
  joinGroupShow: {
    async calls({ app, people }) {
      const show = await buildShow(app, await buildPerformer(app), { type: 'group', minutePrice: 2 });
      return mapAll(await people(), async ({ token: as }) => ({ as, params: { id: show._id }, body: { price: 2 } }));
    },
  },
  setShowReminder: {
    async calls(stage) {
      const id = await announceShow(stage);
      return stage.fans.map(({ token }) => ({ as: token, params: { id } }));
    },
  },
  removeShowReminder: byNewFans(async (stage, { token }) => {
    const params = { id: await announceShow(stage) };
    await stage.ask('setShowReminder', { as: token, params });
    return { params };
  }),
};
