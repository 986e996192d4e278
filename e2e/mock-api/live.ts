import { getPage, pick, toText, type Call, type Endpoints } from './call';
import { chargeView, takeMoney } from './money';
import { Refusal, forbidden, notFound, required, unprocessable, validate } from './refusal';
import { emitToRoom } from './rooms';
import { addLine, findShow, findShowByChat, lineView, prepareShow } from './shows';
import { tell } from './sockets';
import { isBought, isSubscribed, type Person, type Stream, type World } from './state';
import { performerPublic } from './views';

function streamView(world: World, { viewers, conversationId: _id, ...stream }: Stream, me: Person | undefined) {
  return {
    ...stream,
    stats: { members: viewers.size, likes: 0 },
    isSubscribed: me !== undefined && isSubscribed(world, me._id, stream.performerId),
    // A ticket is for one session, not for all of the creator's shows.
    hasPurchased: stream.isFree || isBought(world, me?._id, stream.sessionId),
  };
}

const conversationView = ({ conversationId, title, performerId, createdAt, updatedAt, _id }: Stream) => ({
  _id: conversationId,
  type: 'stream_public',
  name: title,
  performerId,
  streamId: _id,
  recipients: [],
  createdAt,
  updatedAt,
});

/** Depending on the API variant, returns the show with the id of its chat, or show and chat nested. */
function liveView(world: World, stream: Stream, me: Person | undefined) {
  const view = streamView(world, stream, me);
  if (world.profile.nestsStreams) return { stream: view, conversation: conversationView(stream) };
  return { ...view, conversationId: stream.conversationId };
}

export const streamEndpoints: Endpoints = {
  'POST /streaming/live': [
    'performer',
    ({ world, me, body }) => {
      validate(body, { title: 'text', description: 'text' });
      return liveView(world, prepareShow(world, me, body), me);
    },
  ],
  'PUT /streaming/live/:id': [
    'performer',
    ({ world, me, body, params }) => {
      const stream = required(world.streams.find(({ _id }) => _id === params['id']));
      if (stream.performerId !== me._id) throw forbidden();
      return streamView(world, Object.assign(stream, pick(body, ['title', 'description', 'isFree', 'price'])), me);
    },
  ],
  'PUT /streaming/set-duration': ['performer', () => ({ updated: true })],
  'GET /streaming/join/:id': [
    'any',
    ({ world, me, params }) => {
      // Accepts only the creator's id, not a username.
      const stream = required(findShow(world, params['id'] ?? ''));
      if (!stream.isStreaming) throw unprocessable('Stream is offline');
      if (me._id !== stream.performerId && !isSubscribed(world, me._id, stream.performerId)) throw forbidden();
      return liveView(world, stream, me);
    },
  ],
  'POST /streaming/agora/token': [
    'any',
    ({ world, body }) => {
      validate(body, { channelName: 'text' });
      if (world.settings['agoraEnable'] !== true) throw new Refusal(400, 'Agora is not configured');
      return `006${toText(body['channelName'])}`;
    },
  ],
  'GET /streaming/user/search': [
    'optional',
    (call) => {
      const { world, viewer, query } = call;
      const live = world.streams.filter(
        ({ isStreaming, performerId }) =>
          isStreaming && (query['performerId'] === undefined || performerId === query['performerId']),
      );
      return getPage(call, live, (stream) => {
        const host = world.people.get(stream.performerId);
        const performerInfo = host ? performerPublic(world, host, viewer) : null;
        return { ...streamView(world, stream, viewer), conversationId: stream.conversationId, performerInfo };
      });
    },
  ],
  'GET /conversations/stream/:id': [
    'any',
    ({ world, params }) => conversationView(required(world.streams.find(({ _id }) => _id === params['id']))),
  ],
  'GET /conversations/stream/public/:id': [
    'public',
    ({ world, params }) => conversationView(required(findShow(world, params['id'] ?? ''))),
  ],
  'GET /messages/conversations/public/:id': [
    'public',
    (call) => {
      const all = call.world.messages.filter(({ conversationId }) => conversationId === call.params['id']);
      return getPage(call, all.toReversed(), (message) => lineView(call.world, message), { limit: 25 });
    },
  ],
  'POST /messages/stream/conversations/:id': ['any', writeLine],
  'POST /messages/stream/public/conversations/:id': ['any', writeLine],
  'DELETE /messages/:id/remove-all-message': [
    'performer',
    ({ world, me, params }) => {
      const stream = required(findShowByChat(world, params['id'] ?? ''));
      if (stream.performerId !== me._id) throw forbidden();
      world.messages = world.messages.filter(({ conversationId }) => conversationId !== stream.conversationId);
      emitToRoom(world, stream.conversationId, `clear_all_messages_${stream.conversationId}`);
      return { success: true };
    },
  ],
  'POST /wallet/charges/stream/:id': [
    'user',
    (call) => {
      const { world, me, params } = call;
      const stream = required(world.streams.find(({ _id }) => _id === params['id']));
      if (!stream.isStreaming) throw unprocessable('Stream is offline');
      if (stream.isFree) return { success: true };
      const performer = required(world.people.get(stream.performerId));
      const sale = { performer, target: 'stream', targetId: stream.sessionId, type: 'public_chat' };
      const charge = takeMoney(call, { ...sale, price: stream.price });
      tell(world, me._id, 'token_transaction_success', { item: streamView(world, stream, me) });
      return chargeView(charge);
    },
  ],
};

function writeLine({ world, me, body, params }: Call) {
  const stream = findShowByChat(world, params['id'] ?? '');
  if (!stream) throw notFound();
  validate(body, { text: 'text' });
  return addLine(world, stream, me, { type: 'text', text: toText(body['text']) });
}
