import { isTrue, toText, type Call } from './call';
import { emitToRoom } from './rooms';
import { findPerson, stamp, type Message, type Person, type Stream, type World } from './state';
import { personView } from './views';

/** The show is not live until a socket event says so. Wire contract 2.18. */
export function prepareShow(world: World, host: Person, about: Record<string, unknown>): Stream {
  const stream: Stream = {
    ...stamp(),
    performerId: host._id,
    title: toText(about['title']) || 'Sunday loops',
    description: toText(about['description']),
    isFree: about['isFree'] === undefined || isTrue(about['isFree']),
    price: Number(about['price']) || 0,
    type: 'public',
    sessionId: stamp()._id,
    isStreaming: 0,
    streamingTime: 0,
    conversationId: stamp()._id,
    viewers: new Set(),
  };
  world.streams.push(stream);
  return stream;
}

export const findShow = ({ streams }: World, performerId: string): Stream | undefined =>
  streams.findLast((stream) => stream.performerId === performerId);

export const findShowByChat = ({ streams }: World, conversationId: string): Stream | undefined =>
  streams.findLast((stream) => stream.conversationId === conversationId);

/** Messages include their sender only in the chat of a show. */
export const lineView = (world: World, message: Message) => ({
  ...message,
  files: [],
  senderInfo: personView(world, world.people.get(message.senderId), undefined),
});

export function addLine(world: World, stream: Stream, sender: Person, { type, text }: Pick<Message, 'type' | 'text'>) {
  const { conversationId } = stream;
  const source = sender.isPerformer ? ('performer' as const) : ('user' as const);
  const message: Message = {
    ...stamp(),
    conversationId,
    senderId: sender._id,
    senderSource: source,
    type,
    text,
    fileIds: [],
  };
  world.messages.push(message);
  const view = lineView(world, message);
  emitToRoom(world, conversationId, `message_created_conversation_${conversationId}`, view);
  return view;
}

/** A tip that names a show's chat is also posted there. Wire contract 2.13. */
export function sayTip({ world, me, body, params }: Call): void {
  const stream = findShowByChat(world, toText(body['conversationId']));
  if (!stream || !body['streamType'] || stream.performerId !== findPerson(world, params['id'])?._id) return;
  addLine(world, stream, me, { type: 'tip', text: `${me.name} tipped $${Number(body['price']).toFixed(2)}` });
}

export function goLive(world: World, stream: Stream): void {
  Object.assign(stream, { isStreaming: 1, lastStreamingTime: new Date().toISOString() });
  const { performerId, conversationId } = stream;
  emitToRoom(world, conversationId, 'join-broadcaster', { performerId, conversationId });
}

export function endShow(world: World, stream: Stream): void {
  stream.isStreaming = 0;
  const { performerId, conversationId } = stream;
  emitToRoom(world, conversationId, 'model-left', { performerId, conversationId });
}
