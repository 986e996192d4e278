import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@/services/api-error';
import { settle, type Answers } from '../../../../../tests/harness/render-with-store';
import { showThread } from '../../../../../tests/harness/show-thread';
import { fan, mira, wireConversation } from '../../../../../tests/factories/wire-message';

afterEach(() => window.localStorage.clear());

const openMenu = () => userEvent.click(screen.getByRole('button', { name: 'Options for Mira Okafor' }));
const items = () => screen.getAllByRole('menuitem').map((item) => item.textContent);

describe('the menu of a thread', () => {
  it('lets a fan open the profile, mute the thread, and block messages', async () => {
    await showThread();
    await openMenu();
    expect(items()).toEqual(['View profile', 'Mute', 'Block messages']);
    expect(screen.getByRole('menuitem', { name: 'View profile' })).toHaveAttribute('href', '/mira');
  });

  it('shows the thread as muted only after the server has confirmed it', async () => {
    const updateConversationSettings: Answers[keyof Answers] = ({ body }) => wireConversation({ ...body });
    const { calls } = await showThread({}, { answers: { updateConversationSettings } });
    await openMenu();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Mute' }));
    await act(settle);
    expect(calls.at(-1)).toMatchObject({ name: 'updateConversationSettings', input: { body: { isMuted: true } } });
    expect(screen.getByText('Muted')).toBeInTheDocument();
    await openMenu();
    expect(items()).toContain('Unmute');
  });

  it('can reopen a conversation that the fan closed, which has no composer while closed', async () => {
    const updateConversationSettings: Answers[keyof Answers] = () => wireConversation({ isClosed: false });
    await showThread({ isClosed: true, canWrite: false }, { answers: { updateConversationSettings } });
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Allow messages' }));
    await act(settle);
    expect(screen.getByRole('textbox')).toBeInTheDocument();
  });

  it('hides actions once the backend turns out not to support them', async () => {
    const updateConversationSettings: Answers[keyof Answers] = () => {
      throw new ApiError(404, { statusCode: 404, message: 'Cannot PUT /conversations/1/settings' });
    };
    await showThread({}, { answers: { updateConversationSettings }, user: fan });
    await openMenu();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Mute' }));
    await act(settle);
    await openMenu();
    expect(items()).toEqual(['View profile']);
  });
});

const wireFan = {
  _id: 'f00000000000000000000009',
  name: 'Zoë',
  username: 'zoe',
  avatar: '',
  isOnline: 0,
  isPerformer: false as const,
  country: null,
  stats: { following: 0, totalSubscriptions: 0 },
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

describe('M-21: a conversation with a blocked fan', () => {
  const blocked = { isBlocked: true, canWrite: false };

  it('tells the creator about the block, who can undo it', async () => {
    let isBlocked = true;
    const unblockUser = () => {
      isBlocked = false;
      return { unlocked: true };
    };
    const getConversation = () => wireConversation({ recipientInfo: wireFan, ...(isBlocked && blocked) });
    const { calls } = await showThread({}, { user: mira, answers: { unblockUser, getConversation } });
    expect(screen.getAllByText(/^Blocked/).length).toBeGreaterThan(0);
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Unblock' }));
    await act(settle);
    expect(calls).toContainEqual(
      expect.objectContaining({ name: 'unblockUser', input: { params: { id: wireFan._id } } }),
    );
    expect(screen.getByRole('textbox')).toBeInTheDocument();
  });

  it('tells the fan about the block in plain words, without links', async () => {
    await showThread(blocked, { user: fan });
    expect(screen.getByText('You can’t message in this conversation.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Options|Tip|Subscribe/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /Mira Okafor/ })).not.toBeInTheDocument();
  });
});
