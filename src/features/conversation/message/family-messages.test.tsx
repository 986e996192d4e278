import { act, render, screen } from '@testing-library/react';
import { Avatar } from '@/components/people/avatar';
import { ApiError } from '@/services/api-error';
import { renderWithStore, settle } from '../../../../tests/harness/render-with-store';
import { showThread } from '../../../../tests/harness/show-thread';
import { fan, mira, wireConversation, wireMessage } from '../../../../tests/factories/wire-message';
import { ConversationRows } from './components/conversation-rows';
import { saleNote } from './components/message-item';
import { getPayee } from './message-state';
import { loadInbox, messageFeature } from './message-feature';
import { conversationLists } from './message-slice';

/** Shows a list of messages with exactly the fields seen on compatible backends. */
async function showList(conversation: object) {
  const filter = {};
  const page = renderWithStore(<ConversationRows filter={filter} currentId={null} />, {
    features: [messageFeature],
    user: fan,
    answers: { listConversations: () => ({ data: [conversation], total: 1 }) },
  });
  await act(async () => {
    page.store.dispatch(conversationLists.requested(filter));
    await settle();
  });
}

describe('wire 3.17: the preview of a conversation', () => {
  it('says that the last message was a file, if it has no text', async () => {
    await showList(wireConversation({ lastMessage: '', lastSenderId: mira._id }));
    expect(screen.getByText('Photo or video')).toBeVisible();
    expect(screen.queryByText('No messages yet')).not.toBeInTheDocument();
  });

  it('says who sent the file', async () => {
    await showList(wireConversation({ lastMessage: '', lastSenderId: fan._id }));
    expect(screen.getByRole('link')).toHaveTextContent('You: Photo or video');
  });

  it('says that there are no messages yet', async () => {
    await showList(wireConversation({ lastMessage: '', lastSenderId: undefined }));
    expect(screen.getByText('No messages yet')).toBeVisible();
  });
});

describe('wire 3.18: a creator’s own paid message', () => {
  const own = wireMessage(1, { isSale: true, price: 5, isBought: true, boughtAt: undefined });

  it('is shown as for sale if it has no date of purchase', () => {
    expect(saleNote(own, true)).toBe('For sale · $5.00');
    expect(saleNote({ ...own, isBought: false }, true)).toBe('Not bought yet · $5.00');
  });

  it('is shown as bought if it has a date of purchase', () => {
    const sold = { ...own, boughtAt: '2026-03-02T10:00:00.000Z' };
    expect(saleNote(sold, true)).toMatch(/^Bought for \$5\.00/);
    expect(saleNote(own, false)).toBe('Unlocked for $5.00');
  });
});

describe('wire 3.1: an account without a name', () => {
  it('shows a fallback name and an icon', () => {
    expect(getPayee({ ...mira, name: '', username: '' }).name).toBe('A creator');
    expect(getPayee({ ...mira, name: '' }).name).toBe(mira.username);
    expect(getPayee(null).name).toBe('Deleted account');
    const { container } = render(<Avatar name="" />);
    expect(container).not.toHaveTextContent('?');
    expect(container.querySelector('svg')).toBeInTheDocument();
  });
});

describe('wire 2.17: a conversation without the other party', () => {
  const { recipientInfo: _other, ...bare } = wireConversation();

  it('finds the other party in the list', async () => {
    await showThread(
      {},
      {
        answers: {
          getConversation: () => bare,
          listConversations: () => ({ data: [wireConversation()], total: 1 }),
        },
      },
    );
    expect(screen.getByRole('textbox', { name: 'Message to Mira' })).toBeVisible();
  });

  it('opens even if the list fails', async () => {
    const fail = () => {
      throw new ApiError(500, {});
    };
    await showThread({}, { answers: { getConversation: () => bare, listConversations: fail } });
    expect(screen.getByRole('textbox')).toBeEnabled();
  });
});

it('the list of conversations is loaded again on the next visit if it failed, but not if it is loaded or pending', () => {
  const visit = (status?: 'pending' | 'ready' | 'failed') =>
    loadInbox({
      query: {},
      state: { message: { lists: status ? { all: { ids: [], total: 0, status, error: null } } : {} } } as never,
    });
  expect([visit(), visit('failed')]).toEqual([[conversationLists.requested({})], [conversationLists.requested({})]]);
  expect([visit('pending'), visit('ready')]).toEqual([[], []]);
});
