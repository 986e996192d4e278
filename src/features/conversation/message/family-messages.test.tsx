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

/** Messages with exactly the fields seen on compatible backends. */
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
  it('says that the last message was a file, which has no text', async () => {
    await showList(wireConversation({ lastMessage: '', lastSenderId: mira._id }));
    expect(screen.getByText('Photo or video')).toBeVisible();
    expect(screen.queryByText('No messages yet')).not.toBeInTheDocument();
  });

  it('and who sent it', async () => {
    await showList(wireConversation({ lastMessage: '', lastSenderId: fan._id }));
    expect(screen.getByRole('link')).toHaveTextContent('You: Photo or video');
  });

  it('says that there is none where nobody wrote', async () => {
    await showList(wireConversation({ lastMessage: '', lastSenderId: undefined }));
    expect(screen.getByText('No messages yet')).toBeVisible();
  });
});

describe('wire 3.18: a creator’s own paid message', () => {
  const own = wireMessage(1, { isSale: true, price: 5, isBought: true, boughtAt: undefined });

  it('is not called bought because it is open to them', () => {
    expect(saleNote(own, true)).toBe('For sale · $5.00');
    expect(saleNote({ ...own, isBought: false }, true)).toBe('Not bought yet · $5.00');
  });

  it('is, once somebody paid for it', () => {
    const sold = { ...own, boughtAt: '2026-03-02T10:00:00.000Z' };
    expect(saleNote(sold, true)).toMatch(/^Bought for \$5\.00/);
    expect(saleNote(own, false)).toBe('Unlocked for $5.00');
  });
});

describe('wire 3.1: a person without a name', () => {
  it('is a person, not a question mark and not somebody who left', () => {
    expect(getPayee({ ...mira, name: '', username: '' }).name).toBe('A creator');
    expect(getPayee({ ...mira, name: '' }).name).toBe(mira.username);
    expect(getPayee(null).name).toBe('Deleted account');
    const { container } = render(<Avatar name="" />);
    expect(container).not.toHaveTextContent('?');
    expect(container.querySelector('svg')).toBeInTheDocument();
  });
});

describe('wire 2.17: a conversation by itself, which does not say whom it is with', () => {
  const { recipientInfo: _other, ...bare } = wireConversation();

  it('is with whom the list says', async () => {
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

  it('opens all the same where the list does not come', async () => {
    const fail = () => {
      throw new ApiError(500, {});
    };
    await showThread({}, { answers: { getConversation: () => bare, listConversations: fail } });
    expect(screen.getByRole('textbox')).toBeEnabled();
  });
});

it('a list that did not load is asked for again by the next visit, one that is here or on its way is not', () => {
  const visit = (status?: 'pending' | 'ready' | 'failed') =>
    loadInbox({
      query: {},
      state: { message: { lists: status ? { all: { ids: [], total: 0, status, error: null } } : {} } } as never,
    });
  expect([visit(), visit('failed')]).toEqual([[conversationLists.requested({})], [conversationLists.requested({})]]);
  expect([visit('pending'), visit('ready')]).toEqual([[], []]);
});
