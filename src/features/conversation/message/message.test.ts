import { act } from '@testing-library/react';
import type { Dispatch } from '@reduxjs/toolkit';
import { ApiError } from '@/services/api-error';
import { loggedOut } from '@/features/identity/auth/session-slice';
import { unsentStore } from '@/services/unsent-storage';
import { itemUnlocked, subscriptionChanged } from '@/store/intents';
import { networkChanged, socketStatusChanged } from '@/features/site/ui/ui-slice';
import { settle, storeForTest, type Answers, type CallInput } from '../../../../tests/harness/render-with-store';
import {
  fan,
  mira,
  newestFirst,
  wireConversation,
  wireMessage,
  wireMessages,
} from '../../../../tests/factories/wire-message';
import { messageFeature } from './message-feature';
import {
  conversationLists,
  conversationLoaded,
  attachmentChanged,
  attachmentPicked,
  conversationOpened,
  edgeRequested,
  conversationClosed,
  conversationViewed,
  draftChanged,
  gapDetected,
  inboxShown,
  latestRequested,
  messageSent,
  outgoingDiscarded,
  keyTyped,
} from './message-slice';
import { selectAttachments, type Attachment, type Message, type MessageState } from './message-state';

const conversation = wireConversation();
const { _id: conversationId } = conversation;
const answers = { getConversation: () => conversation, readAllMessages: () => ({ ok: true }) } satisfies Answers;
const offline = () => {
  throw new ApiError(0, undefined);
};

/** Opens a conversation with stored messages; `hear` simulates socket events. */
async function open(stored: Message[], more: Answers = {}, extensions?: readonly string[]) {
  const listMessages = ({ query = {} }: CallInput) => newestFirst(stored, query);
  const made = storeForTest({
    features: [messageFeature],
    answers: { ...answers, listMessages, ...more },
    user: fan,
    ...(extensions && { extensions }),
  });
  made.store.dispatch(conversationOpened({ conversationId }));
  await settle();
  const hear = (name: string, payload: object) => {
    const action = messageFeature.socket?.[name]?.(payload as never, name);
    if (action) made.store.dispatch(action);
  };
  const resync = () => messageFeature.resync?.(made.store.getState()).forEach(made.store.dispatch);
  const state = (): MessageState => made.store.getState().message;
  const texts = () => state().threads[conversationId]?.ids.map((id) => state().messages[id]?.text);
  const write = (text: string, clientId = text, attachments: Attachment[] = []) =>
    made.store.dispatch(messageSent({ clientId, conversationId, text, attachments, price: null }));
  const getCalls = (name: string) => made.calls.filter((call) => call.name === name);
  return { ...made, hear, resync, state, texts, write, getCalls };
}

/** Like the server: the same client id returns the same message. */
function sendInto(stored: Message[]) {
  return ({ body = {} }: CallInput) => {
    const known = stored.find((one) => one.clientId === body['clientId']);
    if (known) return known;
    const sequence = stored.length + 1;
    const sent = wireMessage(sequence, { ...(body as Partial<Message>), senderId: fan._id, senderSource: 'user' });
    stored.push(sent);
    return sent;
  };
}

describe('sending', () => {
  it('does not resend a message that arrived without a response, on a backend without client ids', async () => {
    const stored: Message[] = [];
    const keep = sendInto(stored);
    const sendMessage = vi.fn((input: CallInput) => {
      const { clientId: _unknown, ...body } = input.body ?? {};
      Object.assign(keep({ body }), { clientId: undefined, createdAt: new Date().toISOString() });
      throw new ApiError(400, { message: 'cut' });
    });
    const { store, state } = await open(stored, { sendMessage }, []);
    const sent = { clientId: 'a', conversationId, text: 'Once', attachments: [], price: null, sentAt: Date.now() };
    store.dispatch(messageSent(sent));
    await settle();
    expect(state().outgoing).toMatchObject([{ clientId: 'a', status: 'failed' }]);
    store.dispatch(messageSent({ ...sent, sentAt: Date.now() - 5_000 }));
    await settle();
    expect(sendMessage).toHaveBeenCalledTimes(1);
    expect(state().outgoing).toEqual([]);
    expect(stored).toHaveLength(1);
  });

  it('shows a message at once and merges it when the server has stored it', async () => {
    const stored = wireMessages(2);
    let arrive: (() => void) | undefined;
    const answer = sendInto(stored);
    const { write, state, texts } = await open(stored, {
      sendMessage: (input) => new Promise((resolve) => (arrive = () => resolve(answer(input)))),
    });
    write('Hello');
    await settle();
    expect(state().outgoing).toMatchObject([{ text: 'Hello', status: 'sending' }]);
    arrive?.();
    await settle();
    expect(state().outgoing).toEqual([]);
    expect(texts()).toEqual(['text 1', 'text 2', 'Hello']);
  });

  it('keeps the order of messages, with one call at a time', async () => {
    const stored = wireMessages(1);
    const waiting: (() => void)[] = [];
    const answer = sendInto(stored);
    const { write, texts, getCalls } = await open(stored, {
      sendMessage: (input) => new Promise((resolve) => waiting.push(() => resolve(answer(input)))),
    });
    write('first');
    write('second');
    await settle();
    expect(getCalls('sendMessage')).toHaveLength(1);
    waiting.shift()?.();
    await settle();
    waiting.shift()?.();
    await settle();
    expect(texts()).toEqual(['text 1', 'first', 'second']);
  });

  it('shows one message when both response and event arrive', async () => {
    const stored = wireMessages(1);
    const { write, hear, texts } = await open(stored, { sendMessage: sendInto(stored) });
    write('Hello');
    await settle();
    hear('message_created', stored[1] as Message);
    await settle();
    expect(texts()).toEqual(['text 1', 'Hello']);
  });

  it('fails at once with the reason if retrying cannot help', async () => {
    const { write, state, getCalls } = await open([], {
      sendMessage: () => {
        throw new ApiError(403, { error: 'NOT_SUBSCRIBED', message: 'Subscribe first' });
      },
    });
    write('Hello');
    await settle();
    expect(state().outgoing).toMatchObject([{ status: 'failed', error: { message: 'Subscribe first' } }]);
    expect(getCalls('sendMessage')).toHaveLength(1);
    expect(getCalls('getConversation')).toHaveLength(2);
  });

  it('never duplicates: a retry sends the same client id, and a double press sends once', async () => {
    const stored: Message[] = [];
    const answer = sendInto(stored);
    let isDown = true;
    const { write, state, texts, getCalls } = await open(stored, {
      sendMessage: (input) => {
        const sent = answer(input);
        // The message arrived, but the response was lost.
        if (isDown) throw new ApiError(422, undefined);
        return sent;
      },
    });
    write('Hello');
    await settle();
    expect(state().outgoing).toMatchObject([{ status: 'failed' }]);
    isDown = false;
    write('Hello');
    write('Hello');
    await settle();
    expect(texts()).toEqual(['Hello']);
    expect(stored).toHaveLength(1);
    expect(getCalls('sendMessage').map(({ input }) => input.body?.['clientId'])).toEqual(['Hello', 'Hello']);
    expect(state().outgoing).toEqual([]);
  });

  it('continues by itself after a reconnect', async () => {
    const stored: Message[] = [];
    const answer = sendInto(stored);
    let isDown = true;
    const { write, store, texts } = await open(stored, {
      sendMessage: (input) => (isDown ? offline() : answer(input)),
    });
    write('Hello');
    await settle();
    expect(texts()).toEqual([]);
    isDown = false;
    store.dispatch(socketStatusChanged('connected'));
    await settle();
    expect(texts()).toEqual(['Hello']);
  });

  it('R-1, MS-2: queues messages while offline and sends them in order after the reconnect, but no rejected ones', async () => {
    const stored: Message[] = [];
    const answer = sendInto(stored);
    let isDown = true;
    const { write, store, state, texts } = await open(stored, {
      sendMessage: (input) => {
        if (input.body?.['text'] === 'Refused') throw new ApiError(422, undefined);
        return isDown ? offline() : answer(input);
      },
      getSettings: offline,
    });
    store.dispatch(networkChanged({ isOffline: true }));
    vi.useFakeTimers();
    write('Refused');
    write('first');
    write('second');
    await vi.advanceTimersByTimeAsync(60_000);
    write('third');
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect(state().outgoing.map(({ text, status, error }) => [text, status, error?.status])).toEqual([
      ['Refused', 'failed', 422],
      ['first', 'waiting', undefined],
      ['second', 'waiting', undefined],
      ['third', 'waiting', undefined],
    ]);
    isDown = false;
    store.dispatch(networkChanged({ isOffline: false }));
    await settle();
    expect(texts()).toEqual(['first', 'second', 'third']);
    expect(state().outgoing).toMatchObject([{ text: 'Refused', status: 'failed' }]);
  });

  it('gives up after three server errors and continues with the next message', async () => {
    const stored: Message[] = [];
    const answer = sendInto(stored);
    const { write, state, texts, getCalls } = await open(stored, {
      sendMessage: (input) => {
        if (input.body?.['text'] === 'Poison') throw new ApiError(500, undefined);
        return answer(input);
      },
    });
    vi.useFakeTimers();
    write('Poison');
    write('Hello');
    await vi.advanceTimersByTimeAsync(20_000);
    vi.useRealTimers();
    expect(state().outgoing).toMatchObject([{ text: 'Poison', status: 'failed' }]);
    expect(texts()).toEqual(['Hello']);
    expect(getCalls('sendMessage')).toHaveLength(4);
  });

  it('counts server errors apart from tries that reached no server', async () => {
    const stored: Message[] = [];
    const answer = sendInto(stored);
    const failures = [0, 0, 503, 500, 0, 500];
    const { write, texts, getCalls } = await open(stored, {
      sendMessage: (input) => {
        const status = failures.shift();
        if (status !== undefined) throw new ApiError(status, undefined);
        return answer(input);
      },
    });
    vi.useFakeTimers();
    write('Hello');
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect(texts()).toEqual(['Hello']);
    expect(getCalls('sendMessage')).toHaveLength(7);
  });

  it('stops retrying a discarded message', async () => {
    const { write, store, getCalls } = await open([], { sendMessage: offline });
    write('Hello');
    await settle();
    store.dispatch(outgoingDiscarded({ clientId: 'Hello' }));
    store.dispatch(socketStatusChanged('connected'));
    await settle();
    expect(getCalls('sendMessage')).toHaveLength(1);
  });

  it('leaves attachments being added alone while an earlier message is retried', async () => {
    const { write, store } = await open([], {
      sendMessage: () => {
        throw new ApiError(400, undefined);
      },
    });
    const attachment = { localId: 'a', kind: 'photo', name: 'a.jpg', status: 'ready', fileId: 'f' } as Attachment;
    write('Hello');
    await settle();
    store.dispatch(attachmentChanged({ conversationId, attachment }));
    write('Hello');
    await settle();
    expect(selectAttachments(conversationId)(store.getState())).toHaveLength(1);
  });
});

describe('storage in this browser', () => {
  afterEach(() => window.localStorage.clear());

  it('holds the drafts of all tabs, and no sent or discarded messages', async () => {
    const [here, elsewhere] = [conversationId, 'd00000000000000000000002'];
    const sendMessage: Answers['sendMessage'] = ({ body = {} }) => {
      if (body['text'] === 'Lost') throw new ApiError(422, undefined);
      return wireMessage(1, { ...body, senderId: fan._id });
    };
    const tabs = [await open([], { sendMessage }), await open([], { sendMessage })] as const;
    const [one, two] = tabs.map(({ store }) => store.dispatch) as [Dispatch, Dispatch];
    for (const tell of [one, two]) tell(inboxShown());
    const message = { conversationId: elsewhere, attachments: [], price: 3, sentAt: 1 };
    one(messageSent({ ...message, clientId: 'lost', text: 'Lost' }));
    one(draftChanged({ conversationId: elsewhere, text: 'In one tab' }));
    two(draftChanged({ conversationId: here, text: 'In the other' }));
    const lost = { clientId: 'lost', conversationId: elsewhere, text: 'Lost', price: 3, sentAt: 1, files: [] };
    const drafts = { [elsewhere]: 'In one tab', [here]: 'In the other' };
    expect(unsentStore(fan._id).read()).toEqual({ drafts, outgoing: [lost], prices: {} });
    two(messageSent({ ...message, conversationId: here, clientId: 'sent', text: 'In the other' }));
    await settle();
    expect(unsentStore(fan._id).read()).toMatchObject({ drafts: { [elsewhere]: 'In one tab' }, outgoing: [lost] });
    one(outgoingDiscarded({ clientId: 'lost' }));
    one(draftChanged({ conversationId: elsewhere, text: '' }));
    expect(unsentStore(fan._id).read()).toBeUndefined();
  });

  it('holds the unsent messages of each account, also of older versions', () => {
    const start = (_id: string) => {
      const { store } = storeForTest({ features: [messageFeature], user: { _id } });
      store.dispatch(inboxShown());
      return store;
    };
    const outgoing = [{ clientId: 'lost', conversationId, text: 'Lost', price: null, files: [] }];
    const old = { userId: fan._id, drafts: { [conversationId]: 'Typed' }, outgoing, prices: {} };
    window.localStorage.setItem('unsent', JSON.stringify(old));
    start('f00000000000000000000002').dispatch(draftChanged({ conversationId, text: 'H' }));
    for (let visit = 0; visit < 2; visit += 1) {
      const { drafts, outgoing: restored } = start(fan._id).getState().message;
      expect(drafts).toEqual({ [conversationId]: 'Typed' });
      expect(restored).toMatchObject([{ clientId: 'lost', status: 'failed' }]);
    }
    expect(start('f00000000000000000000002').getState().message.drafts).toEqual({ [conversationId]: 'H' });
  });

  it('revokes the previews of picked pictures after a logout', () => {
    const revoke = vi.spyOn(URL, 'revokeObjectURL');
    const { store } = storeForTest({ features: [messageFeature], user: fan });
    const attachment = { localId: 'a', kind: 'photo', previewUrl: 'blob:a', status: 'ready' } as Attachment;
    store.dispatch(attachmentPicked({ conversationId, attachment, file: new File([], 'a.jpg') }));
    store.dispatch(loggedOut());
    expect(revoke).toHaveBeenCalledWith('blob:a');
    revoke.mockRestore();
  });
});

describe('a thread', () => {
  it('sorts oldest first, and adds older pages without duplicates', async () => {
    const { store, texts, getCalls, state } = await open(wireMessages(60));
    expect(texts()?.[0]).toBe('text 36');
    store.dispatch(edgeRequested({ conversationId, edge: 'older' }));
    await settle();
    store.dispatch(edgeRequested({ conversationId, edge: 'older' }));
    await settle();
    expect(texts()).toEqual(Array.from({ length: 60 }, (_, index) => `text ${index + 1}`));
    expect(getCalls('listMessages').at(-1)?.input.query).toEqual({ limit: 25, beforeSequence: 11 });
    expect(state().threads[conversationId]).toMatchObject({ reachesStart: true, older: 'idle' });
  });

  it('pages by offset if the backend does not number messages', async () => {
    const stored = wireMessages(30).map((one) => ({ ...one, sequence: undefined }));
    const { store, texts, getCalls } = await open(stored);
    store.dispatch(edgeRequested({ conversationId, edge: 'older' }));
    await settle();
    expect(getCalls('listMessages').at(-1)?.input.query).toEqual({ limit: 25, offset: 25 });
    expect(texts()).toEqual(Array.from({ length: 30 }, (_, index) => `text ${index + 1}`));
  });

  it('fills the gap after a lost connection: 240 messages, in order, each once', async () => {
    const stored = wireMessages(10);
    const { resync, texts } = await open(stored, { listConversations: () => ({ data: [conversation], total: 1 }) });
    stored.push(...wireMessages(250).slice(10));
    resync();
    await settle();
    expect(texts()).toEqual(Array.from({ length: 250 }, (_, index) => `text ${index + 1}`));
  });

  it('also fills a gap before an own message sent meanwhile', async () => {
    const stored = wireMessages(3);
    const { write, texts } = await open(stored, { sendMessage: sendInto(stored) });
    stored.push(...wireMessages(40).slice(3));
    write('Mine');
    await settle();
    expect(texts()).toEqual([...Array.from({ length: 40 }, (_, index) => `text ${index + 1}`), 'Mine']);
  });

  it('updates read, bought and deleted messages after a lost connection', async () => {
    const [one, two] = wireMessages(2, { senderId: fan._id, senderSource: 'user' }) as [Message, Message];
    const stored = [one, two];
    const { resync, state } = await open(stored, { listConversations: () => ({ data: [conversation], total: 1 }) });
    stored[0] = { ...one, isDeleted: true, text: 'Message deleted' };
    stored[1] = { ...two, seenAt: '2026-11-21T09:00:00.000Z' };
    resync();
    await settle();
    expect(state().messages[one._id]?.isDeleted).toBe(true);
    expect(state().messages[two._id]?.seenAt).toBe('2026-11-21T09:00:00.000Z');
  });

  it('shows no gap when it is reopened after many messages', async () => {
    const stored = wireMessages(10);
    const { store, texts } = await open(stored);
    store.dispatch(conversationClosed());
    stored.push(...wireMessages(80).slice(10));
    store.dispatch(conversationOpened({ conversationId }));
    await settle();
    expect(texts()?.[0]).toBe('text 56');
    store.dispatch(edgeRequested({ conversationId, edge: 'older' }));
    await settle();
    expect(texts()?.[0]).toBe('text 31');
  });

  it.each([
    ['an older page', (thread: { conversationId: string }) => edgeRequested({ ...thread, edge: 'older' }), 'older'],
    ['the newest page', latestRequested, 'newer'],
  ] as const)('loads %s while another conversation also waits for one', async (_what, wanted, edge) => {
    const stored = wireMessages(60);
    const ends: (() => void)[] = [];
    let isHeld = false;
    const { store, state } = await open(stored, {
      listMessages: ({ query = {} }) => {
        const reply = newestFirst(stored, query);
        return isHeld ? new Promise((resolve) => ends.push(() => resolve(reply))) : reply;
      },
    });
    store.dispatch(conversationOpened({ conversationId: 'other' }));
    await settle();
    isHeld = true;
    store.dispatch(wanted({ conversationId }));
    store.dispatch(wanted({ conversationId: 'other' }));
    await settle();
    for (const end of ends) end();
    await settle();
    expect(ends).toHaveLength(2);
    expect([conversationId, 'other'].map((id) => state().threads[id]?.[edge])).toEqual(['idle', 'idle']);
  });

  it('fills its gap even if a gap in another conversation is found meanwhile', async () => {
    const stored = wireMessages(10);
    let end: (() => void) | undefined;
    let isHeld = false;
    const { store, texts } = await open(stored, {
      listMessages: ({ params, query = {} }) => {
        const reply = newestFirst(stored, query);
        if (!isHeld || params?.['id'] !== conversationId) return reply;
        isHeld = false;
        return new Promise((resolve) => (end = () => resolve(reply)));
      },
    });
    stored.push(...wireMessages(60).slice(10));
    isHeld = true;
    store.dispatch(gapDetected({ conversationId }));
    store.dispatch(gapDetected({ conversationId: 'other' }));
    await settle();
    end?.();
    await settle();
    expect(texts()).toHaveLength(60);
  });

  it('shows the error text of the specification', async () => {
    const { state } = await open([], { listMessages: offline });
    expect(state().threads[conversationId]).toMatchObject({
      status: 'failed',
      error: { message: 'Error occurred, please try again later' },
    });
  });
});

describe('reading', () => {
  it('clears the unread count when a conversation opens, and informs the server', async () => {
    const { state, getCalls } = await open(wireMessages(3), {
      getConversation: () => ({ ...conversation, totalNotSeenMessages: 2 }),
    });
    expect(state().conversations[conversationId]?.totalNotSeenMessages).toBe(0);
    expect(getCalls('readAllMessages')).toHaveLength(1);
    const newFrom = state().threads[conversationId]?.newFromId ?? '';
    expect(state().messages[newFrom]?.text).toBe('text 2');
  });

  it('does not mark a conversation as read that was left before it loaded', async () => {
    const unread = { ...conversation, totalNotSeenMessages: 2 };
    const made = storeForTest({
      features: [messageFeature],
      answers: { ...answers, getConversation: () => unread, listMessages: () => newestFirst(wireMessages(3), {}) },
      user: fan,
    });
    made.store.dispatch(conversationOpened({ conversationId }));
    made.store.dispatch(conversationClosed());
    await settle();
    expect(made.store.getState().message.threads[conversationId]?.status).toBe('ready');
    expect(made.store.getState().message.conversations[conversationId]?.totalNotSeenMessages).toBe(2);
    expect(made.calls.map(({ name }) => name)).not.toContain('readAllMessages');
  });

  it('does not count own messages as unread', async () => {
    const stored = [...wireMessages(2), wireMessage(3, { senderId: fan._id, senderSource: 'user' }), wireMessage(4)];
    const { state } = await open(stored, {
      getConversation: () => ({ ...conversation, totalNotSeenMessages: 2, lastSeenSequence: 1, lastSequence: 4 }),
    });
    expect(state().messages[state().threads[conversationId]?.newFromId ?? '']?.text).toBe('text 2');
  });

  it('waits while the window is hidden, moves the "New" line, and marks as read on return', async () => {
    const { hear, state, store, getCalls } = await open(wireMessages(1));
    const look = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    hear('message_created', wireMessage(2));
    hear('message_created', wireMessage(3));
    await settle();
    expect(state().conversations[conversationId]?.totalNotSeenMessages).toBe(2);
    expect(state().messages[state().threads[conversationId]?.newFromId ?? '']?.text).toBe('text 2');
    expect(getCalls('readAllMessages')).toHaveLength(1);
    look.mockRestore();
    store.dispatch(conversationViewed({ conversationId }));
    await settle();
    expect(state().conversations[conversationId]?.totalNotSeenMessages).toBe(0);
    expect(getCalls('readAllMessages')).toHaveLength(2);
  });

  it('sorts by sequence messages that arrive in another order, and shows the last of them in the list', async () => {
    const { hear, state, texts } = await open(wireMessages(1));
    for (const sequence of [4, 2, 3]) hear('message_created', wireMessage(sequence));
    await settle();
    expect(texts()).toEqual(['text 1', 'text 2', 'text 3', 'text 4']);
    expect(state().conversations[conversationId]).toMatchObject({ lastMessage: 'text 4' });
  });

  it('counts a repeated message once while the window is hidden', async () => {
    const { store, hear, state } = await open(wireMessages(1));
    store.dispatch(conversationClosed());
    const fresh = wireMessage(2);
    hear('message_created', fresh);
    hear('message_created', fresh);
    await settle();
    expect(state().conversations[conversationId]).toMatchObject({ totalNotSeenMessages: 1, lastMessage: 'text 2' });
  });

  it('counts a repeated message once if its thread was never opened', async () => {
    const made = storeForTest({
      features: [messageFeature],
      answers: { ...answers, listConversations: () => ({ data: [conversation], total: 1 }) },
      user: fan,
    });
    made.store.dispatch(conversationLists.requested({}));
    await settle();
    for (const fresh of [wireMessage(2), wireMessage(2)]) {
      made.store.dispatch(messageFeature.socket?.['message_created']?.(fresh as never, 'message_created') as never);
    }
    expect(made.store.getState().message.conversations[conversationId]?.totalNotSeenMessages).toBe(1);
  });

  const seenAt = '2026-11-21T09:00:00.000Z';
  const own = { senderId: fan._id, senderSource: 'user' } as const;

  it('marks own messages up to the read mark of the other party', async () => {
    const stored = wireMessages(3, own);
    const { hear, state } = await open(stored);
    hear('message_seen', { conversationId, userId: mira._id, sequence: 2, seenAt });
    expect(stored.map(({ _id }) => state().messages[_id]?.seenAt)).toEqual([seenAt, seenAt, undefined]);
  });

  it('marks a message that arrives after its read mark, and never moves the mark back', async () => {
    const { hear, state } = await open(wireMessages(1, own));
    hear('message_seen', { conversationId, userId: mira._id, sequence: 2, seenAt });
    hear('message_seen', { conversationId, userId: mira._id, sequence: 1, seenAt });
    const late = wireMessage(2, own);
    hear('message_created', late);
    expect(state().messages[late._id]?.seenAt).toBe(seenAt);
  });

  it('keeps the newest message of a row if an older message or response arrives', async () => {
    const read = { ...conversation, lastMessage: 'text 3', lastSequence: 3, lastSeenSequence: 3 };
    const old = { ...conversation, lastMessage: 'text 1', lastSequence: 1, totalNotSeenMessages: 1 };
    const { store, hear, state } = await open([], { getConversation: () => read });
    const row = () => state().conversations[conversationId];
    store.dispatch(conversationClosed());
    hear('message_created', wireMessage(2));
    store.dispatch(conversationLoaded({ ...old, canWrite: false }));
    const newest = { lastMessage: 'text 3', lastSequence: 3, totalNotSeenMessages: 0 };
    expect(row()).toMatchObject({ ...newest, lastSeenSequence: 3, canWrite: false });
    hear('message_created', wireMessage(4));
    expect(row()).toMatchObject({ lastMessage: 'text 4', totalNotSeenMessages: 1 });
  });

  it('takes each response of a backend without sequences', async () => {
    const { store, state } = await open([], { getConversation: () => ({ ...conversation, lastMessage: 'new' }) });
    store.dispatch(conversationLoaded({ ...conversation, lastMessage: 'newer' }));
    expect(state().conversations[conversationId]?.lastMessage).toBe('newer');
  });

  it('follows a read mark from another tab', async () => {
    const { store, hear, state } = await open(wireMessages(1));
    store.dispatch(conversationClosed());
    hear('message_created', wireMessage(2));
    hear('message_seen', { conversationId, userId: fan._id, sequence: 1, seenAt });
    expect(state().conversations[conversationId]?.totalNotSeenMessages).toBe(1);
    hear('message_seen', { conversationId, userId: fan._id, sequence: 2, seenAt });
    expect(state().conversations[conversationId]?.totalNotSeenMessages).toBe(0);
  });
});

it('every list is loaded again after a reconnect', async () => {
  const { store, resync, getCalls } = await open([], { listConversations: () => ({ data: [conversation], total: 1 }) });
  for (const query of [{}, { show: 'unread' }, { show: 'subscribers' }] as const)
    store.dispatch(conversationLists.requested(query));
  await settle();
  const count = getCalls('listConversations').length;
  resync();
  await settle();
  const queries = getCalls('listConversations').slice(count);
  expect(queries.map(({ input: { query } }) => [query?.['unread'], query?.['subscribers']])).toEqual([
    [undefined, undefined],
    [true, undefined],
    [undefined, true],
  ]);
});

describe('changes in a thread', () => {
  it('keep a message deleted even if an older response arrives', async () => {
    const stored = wireMessages(3);
    let arrive: (() => void) | undefined;
    const { hear, resync, texts } = await open(stored, {
      listConversations: () => ({ data: [conversation], total: 1 }),
      listMessages: ({ query = {} }) => {
        const page = newestFirst(stored, query);
        return arrive ? new Promise((resolve) => (arrive = () => resolve(page))) : page;
      },
    });
    arrive = () => undefined;
    resync();
    await settle();
    hear('message_deleted', stored[1] as Message);
    arrive();
    await settle();
    expect(texts()).toEqual(['text 1', '', 'text 3']);
  });

  it('remove the text of a deleted message, also from the list', async () => {
    const stored = wireMessages(2);
    const { hear, state } = await open(stored);
    const fresh = wireMessage(3);
    hear('message_created', fresh);
    hear('message_deleted', fresh);
    expect(state().messages[fresh._id]).toMatchObject({ isDeleted: true, text: '', files: [] });
    expect(state().conversations[conversationId]?.lastMessage).toBe('Message deleted');
  });

  it('mark a bought message, for its seller and its buyer', async () => {
    const stored = wireMessages(2, { isSale: true, price: 3, isBought: false });
    const { hear, state } = await open(stored);
    const bought = { ...(stored[0] as Message), isBought: true };
    hear('message_updated', bought);
    expect(state().messages[bought._id]?.isBought).toBe(true);
    expect(state().messages[stored[1]?._id ?? '']?.isBought).toBe(false);
  });

  it('keep a bought message open even if an older response arrives', async () => {
    const stored = wireMessages(1, { isSale: true, price: 3, isBought: false, text: '' });
    const { hear, resync, state } = await open(stored, {
      listConversations: () => ({ data: [conversation], total: 1 }),
    });
    const [locked] = stored as [Message];
    hear('message_updated', { ...locked, isBought: true, text: 'For you' });
    resync();
    await settle();
    expect(state().messages[locked._id]).toMatchObject({ isBought: true, text: 'For you' });
    hear('message_updated', locked);
    expect(state().messages[locked._id]?.isBought).toBe(false);
  });

  it('unlock a bought message at any position, even after a failed request', async () => {
    const stored = wireMessages(3, { isSale: true, price: 3, isBought: false });
    const [first] = stored as [Message];
    let isDown = true;
    const { store, state } = await open(stored, {
      listMessages: ({ query = {} }) => (isDown && query['limit'] === 1 ? offline() : newestFirst(stored, query)),
    });
    stored[0] = { ...first, isBought: true };
    store.dispatch(itemUnlocked({ target: 'message', id: first._id }));
    await settle();
    expect(store.getState().ui.toasts).toMatchObject([{ text: 'Error occurred, please try again later' }]);
    isDown = false;
    store.dispatch(itemUnlocked({ target: 'message', id: first._id }));
    await settle();
    expect(state().messages[first._id]?.isBought).toBe(true);
  });

  it('allow writing after subscribing', async () => {
    let canWrite = false;
    const { store, state } = await open([], { getConversation: () => ({ ...conversation, canWrite }) });
    expect(state().conversations[conversationId]?.canWrite).toBe(false);
    canWrite = true;
    act(() => void store.dispatch(subscriptionChanged({ performerId: mira._id })));
    await settle();
    expect(state().conversations[conversationId]?.canWrite).toBe(true);
  });
});

describe('typing', () => {
  afterEach(() => vi.useRealTimers());

  it('shows for five seconds after the last event, separately in each conversation', async () => {
    const { hear, state } = await open([]);
    vi.useFakeTimers();
    hear('typing', { conversationId, isTyping: true });
    vi.advanceTimersByTime(3_000);
    hear('typing', { conversationId: 'other', isTyping: true });
    vi.advanceTimersByTime(1_000);
    hear('typing', { conversationId, isTyping: true });
    await vi.advanceTimersByTimeAsync(4_500);
    expect(state().typing).toEqual({ [conversationId]: true, other: false });
    await vi.advanceTimersByTimeAsync(600);
    expect(state().typing).toEqual({ [conversationId]: false, other: false });
  });

  it('is sent at the first key and ends with the message, without a late event', async () => {
    const stored: Message[] = [];
    const { store, emitted } = await open(stored, { sendMessage: sendInto(stored) });
    const heard = () => emitted.filter(({ event }) => event === 'typing').map(({ payload }) => payload);
    vi.useFakeTimers();
    for (const text of ['H', 'He', 'Hel']) {
      store.dispatch(draftChanged({ conversationId, text }));
      store.dispatch(keyTyped({ conversationId }));
    }
    expect(heard()).toEqual([{ conversationId, isTyping: true }]);
    store.dispatch(messageSent({ clientId: 'a', conversationId, text: 'Hel', attachments: [], price: null }));
    store.dispatch(draftChanged({ conversationId, text: '' }));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(heard()).toEqual([
      { conversationId, isTyping: true },
      { conversationId, isTyping: false },
    ]);
  });
});

describe('presence', () => {
  it('follows an open conversation, also after a reconnect, and ends when it closes', async () => {
    const { store, hear, state, emitted } = await open(wireMessages(1), {
      getConversation: () => ({ ...conversation, recipientInfo: { ...mira, isOnline: false } }),
    });
    const asked = () => emitted.filter(({ event }) => event.startsWith('presence/')).map(({ event }) => event);
    expect(emitted).toContainEqual({ event: 'presence/watch', payload: { userId: mira._id } });
    hear('presence', { userId: mira._id, isOnline: true });
    expect(state().conversations[conversationId]?.recipientInfo?.isOnline).toBe(true);
    hear('presence', { userId: mira._id, isOnline: false });
    expect(state().conversations[conversationId]?.recipientInfo?.isOnline).toBe(false);
    store.dispatch(socketStatusChanged('connected'));
    expect(asked()).toEqual(['presence/watch', 'presence/watch']);
    store.dispatch(conversationClosed());
    expect(asked()).toEqual(['presence/watch', 'presence/watch', 'presence/unwatch']);
    await settle();
  });
});
