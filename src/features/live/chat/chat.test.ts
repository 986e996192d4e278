import { ApiError } from '@/services/api-error';
import { settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { chatFeature } from './chat-feature';
import * as chat from './chat-slice';
import { selectChat, type ChatMessage } from './chat-state';

const conversationId = 'c00000000000000000000001';
const place = { conversationId, isPublic: true };

const buildLine = (id: string, about: Partial<ChatMessage> = {}): ChatMessage => ({
  _id: id,
  createdAt: `2026-11-28T20:00:${id.slice(-2).padStart(2, '0')}.000Z`,
  updatedAt: '2026-11-28T20:00:00.000Z',
  conversationId,
  senderId: 'f00000000000000000000009',
  senderSource: 'user',
  type: 'text',
  text: `line ${id}`,
  fileIds: [],
  files: [],
  isDeleted: false,
  isSale: false,
  isBought: false,
  ...about,
});

const mine = 'f00000000000000000000001';

function open(answers: Answers = {}, extensions?: readonly string[]) {
  const made = storeForTest({
    features: [chatFeature],
    user: {},
    ...(extensions && { extensions }),
    answers: {
      listPublicStreamMessages: () => ({ data: [buildLine('02'), buildLine('01')], total: 2 }),
      ...answers,
    },
  });
  made.store.dispatch(chat.chatOpened(place));
  const texts = () => selectChat(conversationId)(made.store.getState())?.messages.map(({ text }) => text);
  return { ...made, texts };
}

const hear = (payload: Partial<ChatMessage>, name = `message_created_conversation_${conversationId}`) =>
  chatFeature.socket?.[`${name.slice(0, name.lastIndexOf('_'))}_*`]?.(payload as never, name);

describe('the chat of a show', () => {
  it('sorts oldest first, and adds each message from the socket once', async () => {
    const { store, texts } = open();
    await settle();
    expect(texts()).toEqual(['line 01', 'line 02']);
    for (let turn = 0; turn < 2; turn += 1) store.dispatch(hear(buildLine('03'))!);
    expect(texts()).toEqual(['line 01', 'line 02', 'line 03']);
  });

  it('sorts by sequence lines that arrive in another order', async () => {
    const { store, texts } = open();
    await settle();
    for (const line of [5, 3, 4]) store.dispatch(hear(buildLine(`0${line}`, { sequence: line }))!);
    expect(texts()?.slice(2)).toEqual(['line 03', 'line 04', 'line 05']);
  });

  it('adds older pages at its start, and detects its first message', async () => {
    const page = Array.from({ length: 25 }, (_row, index) => buildLine(String(49 - index), { sequence: 49 - index }));
    const { store, calls } = open({
      listPublicStreamMessages: ({ query }) =>
        query?.['beforeSequence']
          ? { data: [buildLine('24', { sequence: 24 })], total: 26 }
          : { data: page, total: 26 },
    });
    await settle();
    const read = () => selectChat(conversationId)(store.getState())!;
    expect(read().reachesStart).toBe(false);
    store.dispatch(chat.olderRequested({ conversationId }));
    await settle();
    expect(calls.at(-1)?.input.query).toMatchObject({ beforeSequence: 25 });
    expect(read().messages[0]?.text).toBe('line 24');
    expect(read()).toMatchObject({ reachesStart: true, older: 'idle' });
  });

  it('shows a line that the viewer sent once, whether the response or the event comes first', async () => {
    const sent = buildLine('05', { senderId: mine, text: 'Hello' });
    const { store, texts } = open({ sendStreamMessage: () => sent });
    await settle();
    store.dispatch(chat.lineSent({ clientId: 'k1', conversationId, senderId: mine, text: 'Hello' }));
    // Compatible backends return no client id.
    store.dispatch(hear(sent)!);
    expect(store.getState().liveChat.outgoing).toEqual([]);
    await settle();
    expect(texts()).toEqual(['line 01', 'line 02', 'Hello']);
  });

  it('keeps a rejected line with the reason, and can retry it with the same client id', async () => {
    let isMuted = true;
    const { store, calls } = open({
      sendStreamMessage: () => {
        if (isMuted) throw new ApiError(403, { error: 'CHAT_MUTED', message: 'The host has muted you for now.' });
        return buildLine('05', { senderId: mine, text: 'Hello', clientId: 'k1' });
      },
    });
    await settle();
    const line = { clientId: 'k1', conversationId, senderId: mine, text: 'Hello' };
    store.dispatch(chat.lineSent(line));
    await settle();
    expect(store.getState().liveChat.outgoing).toMatchObject([
      { status: 'failed', error: { message: 'The host has muted you for now.' } },
    ]);
    isMuted = false;
    store.dispatch(chat.lineSent(line));
    await settle();
    expect(store.getState().liveChat.outgoing).toEqual([]);
    const sends = calls.filter(({ name }) => name === 'sendStreamMessage');
    expect(sends.map(({ input }) => input.body?.['clientId'])).toEqual(['k1', 'k1']);
  });

  it('keeps each system line, although all have the id of the chat', async () => {
    const { store, texts } = open();
    await settle();
    for (const text of ['Omar has left', 'Omar has left', 'Lina has left'])
      store.dispatch(hear({ ...buildLine(conversationId, { text, createdAt: '' }) })!);
    expect(texts()).toEqual(['line 01', 'line 02', 'Omar has left', 'Omar has left', 'Lina has left']);
  });

  it('can lose single lines, or all together', async () => {
    const { store } = open({ deleteMessage: () => buildLine('01') });
    await settle();
    const read = () => selectChat(conversationId)(store.getState())!.messages;
    store.dispatch(chat.lineDeleteRequested({ message: read()[0]! }));
    await settle();
    expect(read()[0]).toMatchObject({ isDeleted: true });
    store.dispatch(hear({ _id: '02' }, `message_deleted_conversation_${conversationId}`)!);
    expect(read()[1]).toMatchObject({ isDeleted: true });
    store.dispatch(hear({}, `clear_all_messages_${conversationId}`)!);
    expect(read()).toEqual([]);
  });

  it('keeps only the newest page if there is a gap, and otherwise the loaded lines, too', async () => {
    let page = [buildLine('02'), buildLine('01')];
    const { store, texts } = open({ listPublicStreamMessages: () => ({ data: page, total: 90 }) });
    await settle();
    page = [buildLine('03'), buildLine('02')];
    store.dispatch(chat.newestRequested());
    await settle();
    expect(texts()).toEqual(['line 01', 'line 02', 'line 03']);
    page = [buildLine('51'), buildLine('50')];
    store.dispatch(chat.newestRequested());
    await settle();
    expect(texts()).toEqual(['line 50', 'line 51']);
  });

  it('loads while lines keep arriving, and keeps those after the page', async () => {
    const waiting: ((value: object) => void)[] = [];
    const { store, texts, calls } = open({
      listPublicStreamMessages: () => new Promise((resolve) => waiting.push(resolve)),
    });
    const page = [buildLine('02', { sequence: 2 }), buildLine('01', { sequence: 1 })];
    for (let turn = 0; turn < 3; turn += 1) {
      await settle();
      store.dispatch(hear(buildLine(`1${turn}`, { sequence: 10 + turn }))!);
      waiting.pop()?.({ data: page, total: 90 });
    }
    await settle();
    expect(calls).toHaveLength(3);
    expect(texts()).toEqual(['line 01', 'line 02', 'line 10', 'line 11', 'line 12']);
  });

  it('shows lines that arrive although the earlier ones do not load', async () => {
    const { store, texts } = open({
      listPublicStreamMessages: async () => {
        await Promise.resolve();
        throw new ApiError(500, {});
      },
    });
    store.dispatch(hear(buildLine('03'))!);
    await settle();
    expect(selectChat(conversationId)(store.getState())).toMatchObject({ status: 'ready', reachesStart: false });
    expect(texts()).toEqual(['line 03']);
  });

  it.each([
    ['the host cleared the chat', () => hear({}, `clear_all_messages_${conversationId}`)!, 0],
    [
      'its first lines were dropped',
      (index: number) => hear(buildLine(`x${index}`, { sequence: 100 + index, createdAt: '2026-11-28T21:00' }))!,
      400,
    ],
  ])('drops an older page if meanwhile %s', async (_what, change, count) => {
    let arrive: (() => void) | undefined;
    const { store } = open({
      listPublicStreamMessages: ({ query }) =>
        query?.['beforeSequence']
          ? new Promise((resolve) => (arrive = () => resolve({ data: [buildLine('09', { sequence: 9 })], total: 11 })))
          : { data: [buildLine('11', { sequence: 11 }), buildLine('10', { sequence: 10 })], total: 11 },
    });
    await settle();
    store.dispatch(chat.olderRequested({ conversationId }));
    await settle();
    for (let index = 0; index < Math.max(count, 1); index += 1) store.dispatch(change(index));
    arrive?.();
    await settle();
    const { messages, older } = selectChat(conversationId)(store.getState())!;
    expect(messages).toHaveLength(count);
    expect(messages.map(({ _id }) => _id)).not.toContain('09');
    expect(older).toBe('idle');
  });

  it.each([
    ['our own backend, which checks access', undefined, 'listPublicStreamMessages'],
    ['a compatible backend, where that chat is for members', ['shows'], 'listMessages'],
  ])('is loaded, for a private show, with the call of %s', async (_whose, extensions, name) => {
    const { store, calls } = open({ listMessages: () => ({ data: [], total: 0 }) }, extensions);
    await settle();
    store.dispatch(chat.chatOpened({ conversationId: 'c00000000000000000000002', isPublic: false }));
    await settle();
    expect(calls.at(-1)?.name).toBe(name);
  });

  it('shows an error if it does not load', async () => {
    const { store } = open({
      listPublicStreamMessages: () => {
        throw new ApiError(500, {});
      },
    });
    await settle();
    expect(selectChat(conversationId)(store.getState())).toMatchObject({ status: 'failed' });
  });

  it('loads missed lines as soon as it can if loading failed after a reconnect', async () => {
    vi.useFakeTimers();
    try {
      let isDown = false;
      let data = [buildLine('01')];
      const { store, texts } = open({
        listPublicStreamMessages: () => {
          if (isDown) throw new ApiError(503, {});
          return { data, total: data.length };
        },
      });
      await vi.advanceTimersByTimeAsync(1);
      [isDown, data] = [true, [buildLine('02'), buildLine('01')]];
      store.dispatch(chat.chatOpened(place));
      await vi.advanceTimersByTimeAsync(1);
      expect(texts()).toEqual(['line 01']);
      isDown = false;
      await vi.advanceTimersByTimeAsync(1_000);
      expect(texts()).toEqual(['line 01', 'line 02']);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a guest', () => {
  it('sees no old messages after the host cleared the chat', async () => {
    vi.useFakeTimers();
    try {
      let data = [buildLine('01')];
      const { store } = storeForTest({
        features: [chatFeature],
        answers: { listPublicStreamMessages: () => ({ data, total: data.length }) },
      });
      store.dispatch(chat.chatOpened(place));
      await vi.advanceTimersByTimeAsync(1);
      const read = () => selectChat(conversationId)(store.getState())?.messages;
      expect(read()).toHaveLength(1);
      data = [];
      await vi.advanceTimersByTimeAsync(4_000);
      expect(read()).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('polls, because guests have no socket', async () => {
    vi.useFakeTimers();
    try {
      let total = 1;
      const { store, calls } = storeForTest({
        features: [chatFeature],
        answers: { listPublicStreamMessages: () => ({ data: [buildLine('01')], total: total++ }) },
      });
      store.dispatch(chat.chatOpened(place));
      await vi.advanceTimersByTimeAsync(9_000);
      expect(calls.filter(({ name }) => name === 'listPublicStreamMessages')).toHaveLength(3);
      store.dispatch(chat.chatClosed());
      await vi.advanceTimersByTimeAsync(9_000);
      expect(calls).toHaveLength(3);
    } finally {
      vi.useRealTimers();
    }
  });
});
