import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@/services/api-error';
import { settle, type Answers } from '../../../../../tests/harness/render-with-store';
import { showThread } from '../../../../../tests/harness/show-thread';
import { fan, wireConversation } from '../../../../../tests/factories/wire-message';

afterEach(() => window.localStorage.clear());

const openMenu = () => userEvent.click(screen.getByRole('button', { name: 'Options for Mira Okafor' }));
const items = () => screen.getAllByRole('menuitem').map((item) => item.textContent);

describe('the menu of a thread', () => {
  it('leads a fan to the profile, mutes, and blocks messages', async () => {
    await showThread();
    await openMenu();
    expect(items()).toEqual(['View profile', 'Mute', 'Block messages']);
    expect(screen.getByRole('menuitem', { name: 'View profile' })).toHaveAttribute('href', '/mira');
  });

  it('mutes once the server has it, and marks the thread', async () => {
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

  it('offers to open again what the fan closed, and no line to write in meanwhile', async () => {
    const updateConversationSettings: Answers[keyof Answers] = () => wireConversation({ isClosed: false });
    await showThread({ isClosed: true, canWrite: false }, { answers: { updateConversationSettings } });
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Allow messages' }));
    await act(settle);
    expect(screen.getByRole('textbox')).toBeInTheDocument();
  });

  it('hides what the backend cannot do once that is known', async () => {
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
