import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ApiError } from '@/services/api-error';
import type { CurrentUser } from '@/features/identity/auth/session-slice';
import { renderWithStore, settle, storeForTest, type Answers } from '../../../../../tests/harness/render-with-store';
import { fan, mira, wireConversation, wireMessage } from '../../../../../tests/factories/wire-message';
import type { InboxFilter } from '../message-state';
import { messageFeature } from '../message-feature';
import {
  conversationLists,
  conversationViewed,
  draftChanged,
  messageReceived,
  threadSettingsRequested,
  typingChanged,
} from '../message-slice';
import { ConversationList } from './conversation-list';

const first = wireConversation({ lastMessageCreatedAt: '2026-11-21T08:00:00.000Z' });
const other = wireConversation({
  _id: 'd00000000000000000000002',
  lastMessage: 'Exactly thirty characters long',
  lastMessageCreatedAt: '2026-11-20T08:00:00.000Z',
  totalNotSeenMessages: 2,
});
const answers: Answers = {
  listConversations: ({ query }) =>
    query?.['unread'] || query?.['subscribers'] ? { data: [other], total: 1 } : { data: [first, other], total: 2 },
  searchConversations: () => ({ data: [], total: 0 }),
  searchMessages: () => ({ data: [], total: 0 }),
};

function Listed() {
  const [filter, setFilter] = useState<InboxFilter>({});
  const follow = (next: InboxFilter) => Promise.resolve(setFilter(next));
  return <ConversationList currentId={null} unread={1} filter={filter} onFilter={follow} />;
}

/** Simulates a slow navigation: filter changes wait until the test calls `arrive`, and only the last one counts. */
function renderSlowly() {
  const told: InboxFilter[] = [];
  let arrive = () => {};
  function Slow() {
    const [filter, setFilter] = useState<InboxFilter>({ q: 'saffron' });
    const go = (next: InboxFilter) => {
      told.push(next);
      return new Promise<void>((resolve) => {
        arrive = () => {
          setFilter(next);
          resolve();
        };
      });
    };
    return (
      <>
        <ConversationList currentId={null} unread={1} filter={filter} onFilter={go} />
        <button type="button" onClick={() => arrive()}>
          Follow
        </button>
      </>
    );
  }
  renderWithStore(<Slow />, { given: storeForTest({ features: [messageFeature], answers, user: fan }) });
  return told;
}

async function show(more: Answers = {}, user: Partial<CurrentUser> = fan) {
  const given = storeForTest({ features: [messageFeature], answers: { ...answers, ...more }, user });
  renderWithStore(<Listed />, { given });
  await act(settle);
  return given;
}
const rows = () => screen.getAllByRole('link');

describe('the list of conversations', () => {
  it('moves a conversation up when a message arrives', async () => {
    const { store } = await show();
    expect(within(rows()[0] as HTMLElement).getByText('No messages yet')).toBeInTheDocument();
    act(() => void store.dispatch(messageReceived(wireMessage(1, { conversationId: other._id, text: 'Now me' }))));
    expect(within(rows()[0] as HTMLElement).getByText('Now me')).toBeInTheDocument();
    await act(settle);
  });

  it('shows "You" for the user’s own tip and the name for tips from others', async () => {
    const list = (lastSenderId: string, lastMessage: string) => ({
      listConversations: () => ({ data: [{ ...first, lastSenderId, lastMessage }], total: 1 }),
    });
    await show(list(fan._id, 'Zoë tipped $5.00'), { ...fan, name: 'Zoë' });
    expect(rows()[0]).toHaveTextContent('You tipped $5.00');
    expect(rows()[0]).not.toHaveTextContent('Zoë');
    cleanup();
    await show(list(fan._id, 'Hello'), { ...fan, name: 'Zoë' });
    expect(rows()[0]).toHaveTextContent('You: Hello');
    cleanup();
    await show(list(mira._id, 'Zoë tipped $5.00'), {
      ...mira,
      isPerformer: true,
      name: 'Mira',
    });
    expect(rows()[0]).toHaveTextContent('Zoë tipped $5.00');
  });

  it('marks a truncated preview', async () => {
    await show();
    expect(screen.getByText('Exactly thirty characters long…')).toBeInTheDocument();
  });

  it('shows the user’s draft, and that the other member is typing', async () => {
    const { store } = await show();
    act(() => void store.dispatch(draftChanged({ conversationId: first._id, text: 'Half a thought' })));
    expect(rows()[0]).toHaveTextContent('Draft: Half a thought');
    act(() => void store.dispatch(typingChanged({ conversationId: other._id, isTyping: true })));
    expect(rows()[1]).toHaveTextContent('Typing…');
    await act(settle);
  });

  it('filters unread conversations, and shows all again if there are none', async () => {
    await show({ listConversations: ({ query }) => ({ data: query?.['unread'] ? [] : [first], total: 0 }) });
    await userEvent.click(screen.getByRole('button', { name: 'Unread 1' }));
    await act(settle);
    expect(screen.getByText('All caught up')).toBeInTheDocument();
  });

  it('shows the chosen filter before the URL has it', async () => {
    const told = renderSlowly();
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    await userEvent.click(screen.getByRole('button', { name: 'Unread 1' }));
    expect(screen.getByRole('button', { name: 'Unread 1' })).toHaveAttribute('aria-pressed', 'true');
    expect(told.at(-1)).toEqual({ show: 'unread' });

    // The debounce ends before the URL has the filter.
    await userEvent.type(screen.getByRole('searchbox'), 'tin');
    await waitFor(() => expect(told.at(-1)).toEqual({ q: 'tin', show: 'unread' }));
    await userEvent.type(screen.getByRole('searchbox'), 's');
    await userEvent.click(screen.getByRole('button', { name: 'Follow' }));
    expect(screen.getByRole('searchbox')).toHaveValue('tins');
    await waitFor(() => expect(told.at(-1)).toEqual({ q: 'tins', show: 'unread' }));
    await act(settle);
  });

  it('offers the subscriber filter only to creators', async () => {
    const { calls } = await show({}, { ...fan, isPerformer: true });
    await userEvent.click(screen.getByRole('button', { name: 'Subscribers' }));
    await act(settle);
    expect(rows()).toHaveLength(1);
    expect(rows()[0]).toHaveAttribute('href', `/messages/${other._id}?show=subscribers`);
    expect(calls.at(-1)?.input.query).toMatchObject({ subscribers: true });
    await show();
    expect(screen.getAllByRole('button', { name: 'Subscribers' })).toHaveLength(1);
  });

  it('keeps the loaded pages when the first page is reloaded', async () => {
    const many = Array.from({ length: 30 }, (_, index) =>
      wireConversation({ _id: `d${String(index).padStart(23, '0')}`, lastMessage: `number ${index}` }),
    );
    const { store } = await show({
      listConversations: ({ query = {} }) => {
        const { offset = 0, limit = 25 } = query as Record<string, number>;
        return { data: many.slice(offset, offset + limit), total: 30 };
      },
    });
    act(() => void store.dispatch(conversationLists.moreRequested({})));
    await act(settle);
    expect(rows()).toHaveLength(30);
    act(() => void store.dispatch(conversationLists.requested({})));
    await act(settle);
    expect(rows()).toHaveLength(30);
  });

  it('loads all unread conversations even if some are read or muted before the next page', async () => {
    const many = Array.from({ length: 60 }, (_, index) =>
      wireConversation({ _id: `d${String(index).padStart(23, '0')}`, totalNotSeenMessages: 1 }),
    );
    const left = new Set(many);
    const { store } = await show({
      listConversations: ({ query = {} }) => {
        const { offset = 0, limit = 25 } = query as Record<string, number>;
        return { data: [...left].slice(offset, offset + limit), total: left.size };
      },
      readAllMessages: () => ({ ok: true }),
      updateConversationSettings: () => ({ ...many[30], isMuted: true }),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Unread 1' }));
    await act(settle);
    const more = async () => {
      act(() => void store.dispatch(conversationLists.moreRequested({ show: 'unread' })));
      await act(settle);
    };
    const read = (from: number, to: number) => {
      for (const one of many.slice(from, to)) {
        left.delete(one);
        act(() => void store.dispatch(conversationViewed({ conversationId: one._id })));
      }
    };
    read(0, 20);
    await more();
    expect(rows()).toHaveLength(50);
    // More rows are loaded than the server still has unread, but more unread ones follow.
    expect(screen.getByRole('button', { name: 'Show more' })).toBeInTheDocument();
    left.delete(many[30] as (typeof many)[0]);
    act(
      () =>
        void store.dispatch(
          threadSettingsRequested({ conversationId: many[30]?._id ?? '', change: { isMuted: true } }),
        ),
    );
    read(20, 25);
    await act(settle);
    await more();
    expect(rows()).toHaveLength(60);
  });

  it('shows an error and retries', async () => {
    let isDown = true;
    await show({
      listConversations: () => {
        if (isDown) throw new ApiError(0, undefined);
        return { data: [first], total: 1 };
      },
    });
    expect(screen.getByRole('alert')).toHaveTextContent('Error occurred, please try again later');
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await act(settle);
    expect(rows()).toHaveLength(1);
  });
});

describe('searching conversations', () => {
  const hit = { ...wireMessage(7, { text: 'Is the madder dry yet?' }), recipientInfo: mira };

  it('finds people, and messages with highlighted matches that open in their conversation', async () => {
    const { calls } = await show({
      searchConversations: () => ({ data: [first], total: 1 }),
      searchMessages: () => ({ data: [hit], total: 1 }),
    });
    await userEvent.type(screen.getByRole('searchbox'), ' madder ');
    const found = await screen.findByRole('region', { name: 'Messages found' });
    expect(within(found).getByText('madder').tagName).toBe('MARK');
    expect(within(found).getByRole('link')).toHaveAttribute('href', `/messages/${hit.conversationId}?q=madder&at=7`);
    expect(within(screen.getByRole('region', { name: 'People' })).getAllByRole('link')).toHaveLength(1);
    expect(calls.filter(({ name }) => name === 'searchMessages')).toHaveLength(1);
  });

  it('shows the query when nothing is found', async () => {
    await show();
    await userEvent.type(screen.getByRole('searchbox'), 'xyz');
    expect(await screen.findByText('Nothing found for “xyz”')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(await screen.findByText('No messages yet')).toBeInTheDocument();
  });

  it.each([
    ['does not know the route', { statusCode: 404, message: 'Cannot GET /conversations/search', error: 'Not Found' }],
    ['reads the query as an id', { statusCode: 404, message: 'Entity is not found', error: 'ENTITY_NOT_FOUND' }],
  ])(
    'falls back to the list if the backend has no search and %s, and tries the search only once',
    async (_how, body) => {
      const { calls } = await show({
        listConversations: ({ query }) => ({ data: query?.['keyword'] ? [first] : [first, other], total: 1 }),
        searchConversations: () => {
          throw new ApiError(404, body);
        },
      });
      await userEvent.type(screen.getByRole('searchbox'), 'mira');
      expect(within(await screen.findByRole('region', { name: 'People' })).getAllByRole('link')).toHaveLength(1);
      await userEvent.clear(screen.getByRole('searchbox'));
      await userEvent.type(screen.getByRole('searchbox'), 'mir');
      const lists = () => calls.filter(({ name }) => name === 'listConversations');
      await waitFor(() => expect(lists().at(-1)?.input.query).toMatchObject({ keyword: 'mir' }));
      expect(calls.filter(({ name }) => name === 'searchConversations')).toHaveLength(1);
    },
  );

  it('still finds people if the backend cannot search texts', async () => {
    await show({
      searchConversations: () => ({ data: [first], total: 1 }),
      searchMessages: () => {
        throw new ApiError(404, { message: 'Cannot GET /messages/search' });
      },
    });
    await userEvent.type(screen.getByRole('searchbox'), 'mira');
    expect(await screen.findByRole('region', { name: 'People' })).toBeInTheDocument();
    await act(settle);
    expect(screen.queryByRole('region', { name: 'Messages found' })).not.toBeInTheDocument();
  });
});

it('a search for punctuation only finds nothing, without a request', async () => {
  const { calls } = await show();
  const before = calls.length;
  await userEvent.type(screen.getByRole('searchbox'), '🎉');
  expect(await screen.findByRole('heading', { name: 'Nothing to search for in “🎉”' })).toBeInTheDocument();
  await act(settle);
  expect(calls.slice(before)).toEqual([]);
});
