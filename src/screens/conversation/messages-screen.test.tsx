import { act, screen } from '@testing-library/react';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import type { NextRouter } from 'next/router';
import { Provider } from 'react-redux';
import { messageFeature } from '@/features/conversation/message/message-feature';
import { ApiError } from '@/services/api-error';
import { fan, mira, wireConversation } from '../../../tests/factories/wire-message';
import { renderWithStore, settle, type Answers } from '../../../tests/harness/render-with-store';
import { MessagesScreen } from './messages-screen';

/** Opens the page with the query of the link "Message" on Mira's profile; `goBack` removes the query. */
async function openWithMira(createConversation: Answers['createConversation']) {
  const shown = renderWithStore(<MessagesScreen />, {
    features: [messageFeature],
    answers: { createConversation, listConversations: () => ({ data: [], total: 0 }) },
    user: fan,
    query: { toSource: 'performer', toId: mira._id },
  });
  await act(settle);
  const goBack = async () => {
    shown.rerender(
      <RouterContext.Provider value={{ ...shown.router, query: {} } as unknown as NextRouter}>
        <Provider store={shown.store}>
          <MessagesScreen />
        </Provider>
      </RouterContext.Provider>,
    );
    await act(settle);
  };
  const opening = () => shown.store.getState().message.opening.status;
  return { ...shown, goBack, opening };
}

describe('starting a conversation', () => {
  it('shows the other conversations if the server rejects it', async () => {
    const { goBack, opening } = await openWithMira(() => {
      throw new ApiError(403, { error: 'MESSAGES_CLOSED', message: 'Mira takes no messages.' });
    });
    expect(screen.getByText('This conversation did not open')).toBeInTheDocument();
    await goBack();
    expect(screen.getByText('Choose a conversation')).toBeInTheDocument();
    expect(opening()).toBe('idle');
  });

  it.each([
    ['an invalid recipient in the URL', 400, { error: 'Bad Request', message: ['sourceId: must be an id'] }],
    ['a missing or blocking recipient', 404, { error: 'ENTITY_NOT_FOUND', message: 'We couldn’t find this.' }],
  ])('says of %s only that it cannot be messaged', async (_who, status, body) => {
    await openWithMira(() => {
      throw new ApiError(status, body);
    });
    expect(screen.getByText('You can’t message this account.')).toBeInTheDocument();
    expect(screen.queryByText(/must be an id|couldn’t find/)).not.toBeInTheDocument();
  });

  it.each([
    ['another page', ({ unmount }: Awaited<ReturnType<typeof openWithMira>>) => Promise.resolve(unmount())],
    ['all conversations', ({ goBack }: Awaited<ReturnType<typeof openWithMira>>) => goBack()],
  ])('does not navigate if the user has gone to %s', async (_where, leave) => {
    let answer: (made: unknown) => void = () => undefined;
    const shown = await openWithMira(() => new Promise((resolve) => (answer = resolve)));
    expect(shown.opening()).toBe('pending');
    await leave(shown);
    answer(wireConversation());
    await act(settle);
    expect(shown.visited).toEqual([]);
    expect(shown.opening()).toBe('idle');
  });

  it('leads to the conversation’s URL', async () => {
    const { visited } = await openWithMira(() => wireConversation());
    expect(visited).toEqual([`/messages/${wireConversation()._id}`]);
  });
});
