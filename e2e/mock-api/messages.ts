import { isTrue, matches, getPage, toText, type Call, type Endpoints } from './call';
import { forbidden, notFound, required, validate } from './refusal';
import { emitToRoom } from './rooms';
import { countUnread, tellMessage, tellUnread } from './sockets';
import {
  findPerson,
  isBought,
  isLinked,
  isSubscribed,
  stamp,
  type Conversation,
  type Message,
  type Person,
  type World,
} from './state';
import { fileView, personView } from './views';

/** Wire contract 2.17, 3.17, 3.18. */
export const messageEndpoints: Endpoints = {
  'GET /conversations': ['any', listConversations],
  'POST /conversations': [
    'any',
    ({ world, me, body }) => {
      validate(body, { source: 'text', sourceId: 'text' });
      if (body['sourceId'] === me._id) throw forbidden();
      const other = required(findPerson(world, toText(body['sourceId'])));
      return conversationView(world, findOrOpen(world, me, other), me);
    },
  ],
  'GET /conversations/:id': [
    'any',
    (call) => {
      const { unseen, ...conversation } = ownConversation(call);
      return { ...conversation, totalNotSeenMessages: unseen[call.me._id] ?? 0 };
    },
  ],
  'GET /messages/conversations/:id': [
    'any',
    (call) => {
      const { world, me } = call;
      const conversation = ownConversation(call);
      const all = world.messages.filter(({ conversationId }) => conversationId === conversation._id);
      return getPage(call, all.toReversed(), (message) => messageView(world, message, me), { limit: 25 });
    },
  ],
  'POST /messages/conversations/:id': ['any', sendMessage],
  'GET /messages/counting-not-read-messages': ['any', ({ world, me }) => ({ total: countUnread(world, me._id) })],
  'POST /messages/read-all/:id': [
    'any',
    (call) => {
      ownConversation(call).unseen[call.me._id] = 0;
      tellUnread(call.world, call.me._id);
      return { ok: true };
    },
  ],
  'DELETE /messages/:id': [
    'any',
    ({ world, me, params }) => {
      const message = required(world.messages.find(({ _id }) => _id === params['id']));
      if (message.senderId !== me._id) throw forbidden();
      world.messages.splice(world.messages.indexOf(message), 1);
      const chat = message.conversationId;
      if (world.streams.some(({ conversationId }) => conversationId === chat)) {
        emitToRoom(world, chat, `message_deleted_conversation_${chat}`, message);
        return { ...message, isDeleted: true };
      }
      const conversation = required(world.conversations.find(({ _id }) => _id === message.conversationId));
      const other = getOtherPerson(world, conversation, me);
      const shown = { ...messageView(world, message, other), isDeleted: true };
      if (other) tellMessage(world, 'message_deleted', other._id, shown);
      return shown;
    },
  ],
};

export const conversationSearchEndpoints: Endpoints = { 'GET /conversations/search': ['any', listConversations] };

function listConversations(call: Call) {
  const { world, me } = call;
  const found = world.conversations
    .filter(({ recipients }) => recipients.some(({ sourceId }) => sourceId === me._id))
    .filter((conversation) => {
      const other = getOtherPerson(world, conversation, me);
      return matches(call, other?.name, other?.username);
    })
    .sort((a, b) => (b.lastMessageCreatedAt ?? b.createdAt).localeCompare(a.lastMessageCreatedAt ?? a.createdAt));
  return getPage(call, found, (conversation) => conversationView(world, conversation, me), { limit: 25 });
}

const getSource = ({ isPerformer }: Person) => (isPerformer ? 'performer' : 'user');

export function findOrOpen(world: World, one: Person, other: Person): Conversation {
  const known = world.conversations.find(({ recipients }) =>
    [one, other].every(({ _id }) => recipients.some(({ sourceId }) => sourceId === _id)),
  );
  if (known) return known;
  const recipients = [one, other].map((person) => ({ source: getSource(person), sourceId: person._id }) as const);
  const conversation: Conversation = { ...stamp(), type: 'private', recipients, lastMessage: '', unseen: {} };
  world.conversations.push(conversation);
  return conversation;
}

function getOtherPerson({ people }: World, { recipients }: Conversation, me: Person): Person | undefined {
  return people.get(recipients.find(({ sourceId }) => sourceId !== me._id)?.sourceId ?? '');
}

function ownConversation({ world, me, params }: Call): Conversation {
  const found = required(world.conversations.find(({ _id }) => _id === params['id']));
  if (!found.recipients.some(({ sourceId }) => sourceId === me._id)) throw notFound();
  return found;
}

function conversationView(world: World, { unseen, ...conversation }: Conversation, me: Person) {
  const other = getOtherPerson(world, { ...conversation, unseen }, me);
  return {
    ...conversation,
    recipientInfo: personView(world, other, me),
    totalNotSeenMessages: unseen[me._id] ?? 0,
    isSubscribed: me.isPerformer || isSubscribed(world, me._id, other?._id ?? ''),
    isBlocked: isLinked(world.blocks, other?._id, me._id),
  };
}

function sendMessage(call: Call) {
  const { world, me, body } = call;
  const conversation = ownConversation(call);
  const type = toText(body['type']) || 'text';
  if (type === 'text') validate(body, { text: 'text' });
  const other = getOtherPerson(world, conversation, me);
  if (isLinked(world.blocks, other?._id, me._id)) throw forbidden('You have been blocked');
  const message: Message = {
    ...stamp(),
    conversationId: conversation._id,
    senderId: me._id,
    senderSource: getSource(me),
    type,
    text: toText(body['text']),
    fileIds: Array.isArray(body['fileIds']) ? body['fileIds'].map(String) : [],
    ...(world.profile.hasPaidMessages && { isSale: isTrue(body['isSale']), price: Number(body['price']) || 0 }),
  };
  postMessage(world, conversation, message);
  return messageView(world, message, me);
}

export function postMessage(world: World, conversation: Conversation, message: Message): void {
  world.messages.push(message);
  const to = conversation.recipients.find(({ sourceId }) => sourceId !== message.senderId)?.sourceId ?? '';
  conversation.lastMessage = message.text.slice(0, 30);
  conversation.lastSenderId = message.senderId;
  conversation.lastMessageCreatedAt = message.createdAt;
  conversation.unseen[to] = (conversation.unseen[to] ?? 0) + 1;
  tellMessage(world, 'message_created', to, messageView(world, message, world.people.get(to)));
}

/** Compatible backends treat the author as a buyer. */
function messageView(world: World, message: Message, viewer: Person | undefined) {
  const isMine = viewer?._id === message.senderId;
  const isPaid = isMine || isBought(world, viewer?._id, message._id);
  const isOpen = !message.isSale || isPaid;
  const link = `messageId=${message._id}`;
  return {
    ...message,
    files: message.fileIds.flatMap((id) => {
      const file = world.files.get(id);
      return file ? [fileView(world, file, { isOpen, link })] : [];
    }),
    ...(message.isSale !== undefined && { isBought: isPaid }),
  };
}
