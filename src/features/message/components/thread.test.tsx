import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@/services/api-error';
import type { CurrentUser } from '@/features/session/session-slice';
import { networkChanged } from '@/features/ui/ui-slice';
import { subscribeWanted } from '@/store/intents';
import { renderWithStore, settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import {
  fan,
  mira,
  newestFirst,
  wireConversation,
  wireMessage,
  wireMessages,
} from '../../../../tests/factories/wire-message';
import { messageFeature } from '../message-feature';
import { messageReceived, messageSeen, type Conversation, type Message } from '../message-slice';
import { ConversationList } from './conversation-list';
import { Thread } from './thread';

const { _id: conversationId } = wireConversation();

async function show(
  conversation: Partial<Conversation> = {},
  {
    answers = {},
    stored = [],
    user = fan,
  }: { answers?: Answers; stored?: Message[]; user?: Partial<CurrentUser> } = {},
) {
  const wanted: unknown[] = [];
  const reducer: typeof messageFeature.reducer = (state, action) => {
    if (subscribeWanted.match(action)) wanted.push(action.payload);
    return messageFeature.reducer(state, action);
  };
  const shown = renderWithStore(<Thread conversationId={conversationId} />, {
    features: [{ ...messageFeature, reducer }],
    answers: {
      getConversation: () => wireConversation(conversation),
      listMessages: ({ query = {} }) => newestFirst(stored, query),
      readAllMessages: () => ({ ok: true }),
      ...answers,
    },
    user,
  });
  await act(settle);
  return { ...shown, wanted };
}

afterEach(() => window.localStorage.clear());

describe('the line to write in', () => {
  it('sends on Enter, starts a new line on Shift+Enter, and is empty afterwards', async () => {
    const { calls } = await show({}, { answers: { sendMessage: ({ body }) => wireMessage(1, { ...body }) } });
    const line = screen.getByRole('textbox', { name: 'Message to Mira' });
    await userEvent.type(line, 'One{Shift>}{Enter}{/Shift}two{Enter}');
    await act(settle);
    expect(calls.find(({ name }) => name === 'sendMessage')?.input.body).toMatchObject({
      text: 'One\ntwo',
      type: 'text',
    });
    expect(line).toHaveValue('');
  });

  it('keeps what was written when the reader comes back later', async () => {
    const first = await show();
    await userEvent.type(screen.getByRole('textbox'), 'Half a tho');
    first.unmount();
    await show();
    expect(screen.getByRole('textbox')).toHaveValue('Half a tho');
  });

  it('gives way to the one thing a fan can do who may not write: subscribe', async () => {
    const { wanted } = await show({ canWrite: false, isSubscribed: false });
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(screen.getByText('Subscribe to Mira Okafor to write.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }));
    expect(wanted).toEqual([{ performer: { _id: mira._id, name: mira.name, username: 'mira', avatar: '' } }]);
  });

  it.each([
    ['a fan who is blocked', { isBlocked: true, isSubscribed: false }, fan],
    ['a fan who has subscribed already', { canWrite: false, isSubscribed: true }, fan],
    ['a creator', { canWrite: false }, { ...fan, isPerformer: true }],
  ])('does not send %s to the subscription', async (_who, conversation, user) => {
    await show(conversation, { user });
    expect(screen.getByText('You cannot write in this conversation.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Subscribe' })).not.toBeInTheDocument();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });

  it('stays where a backend does not say who may write', async () => {
    await show({ canWrite: undefined, isSubscribed: false });
    expect(screen.getByRole('textbox')).toBeEnabled();
  });
});

describe('messages in a thread', () => {
  const own = { senderId: fan._id, senderSource: 'user' } as const;

  it('says so while nothing is written yet', async () => {
    const { store } = await show();
    expect(screen.getByText(/Nothing is written yet/)).toBeInTheDocument();
    act(() => void store.dispatch(messageReceived(wireMessage(1))));
    expect(screen.queryByText(/Nothing is written yet/)).not.toBeInTheDocument();
    await act(settle);
  });

  it('says above them while there is no connection', async () => {
    const { store } = await show();
    expect(screen.queryByText(/You are offline/)).not.toBeInTheDocument();
    act(() => void store.dispatch(networkChanged({ isOffline: true })));
    expect(screen.getByText(/You are offline/)).toBeInTheDocument();
  });

  it('shows under the last own message whether it was read', async () => {
    const { store } = await show({}, { stored: wireMessages(2, own) });
    expect(screen.getAllByText(/^Sent/)).toHaveLength(1);
    act(
      () =>
        void store.dispatch(
          messageSeen({ conversationId, userId: mira._id, sequence: 2, seenAt: '2026-11-21T09:10:00.000Z' }),
        ),
    );
    expect(screen.getByText(/^Seen/)).toHaveTextContent(/Seen \d\d:10/);
    expect(screen.queryByText(/^Sent/)).not.toBeInTheDocument();
  });

  it('keeps one that did not get through, with a way to send it again and one to drop it', async () => {
    let isDown = true;
    const answers: Answers = {
      sendMessage: ({ body }) => {
        if (isDown) throw new ApiError(422, { message: 'Not now' });
        return wireMessage(1, { ...own, ...body });
      },
    };
    await show({}, { answers });
    await userEvent.type(screen.getByRole('textbox'), 'Hello{Enter}');
    await act(settle);
    expect(screen.getByRole('alert')).toHaveTextContent('Not sent');
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await act(settle);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getAllByText('Hello')).toHaveLength(1);
    isDown = true;
    await userEvent.type(screen.getByRole('textbox'), 'Gone{Enter}');
    await act(settle);
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(screen.queryByText('Gone')).not.toBeInTheDocument();
  });

  it('says that one was deleted, in place of its words', async () => {
    await show({}, { stored: [wireMessage(1, { isDeleted: true, text: 'secret' })] });
    expect(screen.getByText('Message deleted')).toBeInTheDocument();
    expect(screen.queryByText('secret')).not.toBeInTheDocument();
  });

  it('locks what costs something, and tells its seller whether it was bought', async () => {
    const sale = { isSale: true, price: 3, type: 'photo' } as const;
    const stored = [
      wireMessage(1, sale),
      wireMessage(2, { ...own, ...sale }),
      wireMessage(3, { ...own, ...sale, isBought: true }),
    ];
    await show({}, { stored });
    expect(screen.getByRole('button', { name: 'Unlock for $3.00' })).toBeInTheDocument();
    expect(screen.getByText('$3.00, not bought yet')).toBeInTheDocument();
    expect(screen.getByText('Bought for $3.00')).toBeInTheDocument();
  });

  it('says when they did not load and tries again', async () => {
    let isDown = true;
    const stored = wireMessages(1);
    await show(
      {},
      {
        answers: {
          listMessages: ({ query = {} }) => {
            if (isDown) throw new ApiError(0, undefined);
            return newestFirst(stored, query);
          },
        },
      },
    );
    expect(screen.getByRole('alert')).toHaveTextContent('Error occurred, please try again later');
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('text 1')).toBeInTheDocument();
  });
});

describe('the list of conversations', () => {
  const other = wireConversation({
    _id: 'd00000000000000000000002',
    lastMessage: 'Exactly thirty characters long',
    totalNotSeenMessages: 2,
  });
  const answers: Answers = {
    listConversations: ({ query }) =>
      query?.['unread'] ? { data: [other], total: 1 } : { data: [wireConversation(), other], total: 2 },
    searchConversations: () => ({ data: [], total: 0 }),
  };

  async function showList() {
    const given = storeForTest({ features: [messageFeature], answers, user: fan });
    renderWithStore(<ConversationList currentId={null} />, { given });
    await act(settle);
    return given;
  }

  it('moves up whoever writes', async () => {
    const { store } = await showList();
    const first = () => screen.getAllByRole('link')[0] as HTMLElement;
    expect(within(first()).getByText('No messages yet')).toBeInTheDocument();
    act(() => void store.dispatch(messageReceived(wireMessage(1, { conversationId: other._id, text: 'Now me' }))));
    expect(within(first()).getByText('Now me')).toBeInTheDocument();
    await act(settle);
  });

  it('marks a preview that was cut', async () => {
    await showList();
    expect(screen.getByText('Exactly thirty characters long…')).toBeInTheDocument();
  });

  it('shows only unread ones, and says when a search finds nobody', async () => {
    await showList();
    await userEvent.click(screen.getByRole('button', { name: 'Unread' }));
    await act(settle);
    expect(screen.getAllByRole('link')).toHaveLength(1);
    await userEvent.type(screen.getByRole('searchbox'), 'xyz');
    expect(await screen.findByText('Nobody by that name')).toBeInTheDocument();
  });
});
