import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@/services/api-error';
import { renderWithStore, settle, type Answers } from '../../../../../tests/harness/render-with-store';
import { chatFeature } from '../chat-feature';
import { lineArrived } from '../chat-slice';
import type { ChatMessage } from '../chat-state';
import { Chat } from './chat';

const conversationId = 'c00000000000000000000001';
const hostId = 'f00000000000000000000009';
const meId = 'f00000000000000000000001';

const buildLine = (id: string, about: object = {}) =>
  ({
    _id: id,
    createdAt: `2026-11-28T20:00:0${id}.000Z`,
    conversationId,
    senderId: 'u1',
    senderInfo: { _id: 'u1', name: 'Omar' },
    type: 'text',
    text: `line ${id}`,
    isDeleted: false,
    ...about,
  }) as unknown as ChatMessage;

async function show(props: Partial<Parameters<typeof Chat>[0]> = {}, answers: Answers = {}, lines = [buildLine('1')]) {
  const made = renderWithStore(<Chat conversationId={conversationId} isPublic hostId={hostId} {...props} />, {
    features: [chatFeature],
    user: { _id: meId },
    answers: { listPublicStreamMessages: () => ({ data: lines.toReversed(), total: lines.length }), ...answers },
  });
  await act(settle);
  return made;
}

const write = async (text: string) => {
  await userEvent.type(screen.getByLabelText('Say something'), `${text}{Enter}`);
  await act(settle);
};

it('lines of the host, tips and system lines are distinguished', async () => {
  await show({}, {}, [
    buildLine('1'),
    buildLine('2', { senderId: hostId, senderInfo: { _id: hostId, name: 'Ines' } }),
    buildLine('3', { type: 'tip', tipAmount: 10, tipNote: 'Thank you', text: 'Omar tipped' }),
    // Compatible backends send the amount only in the text.
    buildLine('4', { type: 'tip', text: 'Lina tipped $4.00' }),
    buildLine('5', { isSystem: true, text: 'Omar has left' }),
  ]);
  const log = screen.getByRole('log', { name: 'Chat messages' });
  expect(within(log).getByText('(host)')).toBeInTheDocument();
  expect(within(log).getByText('Omar tipped')).toBeInTheDocument();
  expect(within(log).getByText('$10.00')).toBeInTheDocument();
  expect(within(log).getByText('Thank you')).toBeInTheDocument();
  expect(within(log).getByText('Lina tipped $4.00')).toBeInTheDocument();
  expect(within(log).getByText('Omar has left')).toBeInTheDocument();
});

it('new lines are not announced one by one, but summed up at intervals', async () => {
  vi.useFakeTimers();
  try {
    const { store } = await (async () => {
      const shown = show();
      await vi.advanceTimersByTimeAsync(100);
      return shown;
    })();
    expect(screen.getByRole('log')).toHaveAttribute('aria-live', 'off');
    act(() => {
      for (const id of ['2', '3']) store.dispatch(lineArrived(buildLine(id)));
      store.dispatch(lineArrived(buildLine('4', { type: 'tip', tipAmount: 5 })));
    });
    expect(screen.queryByText(/new chat message/)).not.toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(screen.getByText('Omar tipped $5.00. 2 new chat messages')).toBeInTheDocument();
  } finally {
    vi.useRealTimers();
  }
});

it('a rejected line stays, with the reason and a retry button', async () => {
  await show(
    {},
    {
      sendStreamMessage: () => {
        throw new ApiError(403, {
          error: 'CHAT_LIMITED',
          message: 'Only some people can write in this chat right now.',
        });
      },
    },
  );
  await write('Hello');
  expect(screen.getByRole('alert')).toHaveTextContent('Only some people can write in this chat right now.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(screen.queryByText('Hello')).not.toBeInTheDocument();
});

it('in slow mode, the composer counts down and keeps typed text', async () => {
  const { calls } = await show(
    { rules: { slowSeconds: 10, emoteOnly: false } },
    { sendStreamMessage: ({ body }) => buildLine('2', { senderId: meId, ...body }) },
  );
  expect(screen.getByText('Slow mode: one message every 10 s')).toBeInTheDocument();
  await write('First');
  expect(screen.getByText(/Slow mode: write again in (9|10) s/)).toBeInTheDocument();
  await write('Second');
  expect(screen.getByLabelText('Say something')).toHaveValue('Second');
  expect(calls.filter(({ name }) => name === 'sendStreamMessage')).toHaveLength(1);
});

it('the emoji-only rule and the pinned message are shown', async () => {
  await show({ rules: { slowSeconds: 0, emoteOnly: true }, pinned: buildLine('9', { text: 'One request each' }) });
  expect(screen.getByText('Emoji only.')).toBeInTheDocument();
  expect(screen.getByText('One request each')).toHaveTextContent('Omar One request each');
  expect(screen.queryByRole('button', { name: 'Unpin this message' })).not.toBeInTheDocument();
});

it('a message has at most 500 characters, and a longer one by another client is cut until it is opened', async () => {
  await show({}, {}, [buildLine('1', { text: `${'tra la '.repeat(80)}the end` })]);
  expect(screen.getByLabelText('Say something')).toHaveAttribute('maxlength', '500');
  expect(screen.queryByText(/the end/)).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(screen.getByText(/the end/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Show all' })).not.toBeInTheDocument();
});

it('viewers can delete their own lines, and hosts all lines', async () => {
  const lines = [buildLine('1'), buildLine('2', { senderId: meId, senderInfo: { _id: meId, name: 'Ada' } })];
  const { unmount } = await show({}, { deleteMessage: () => lines[1] }, lines);
  expect(screen.queryByRole('button', { name: 'Delete this message by Omar' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Delete this message by Ada' }));
  await act(settle);
  expect(screen.queryByText('line 2')).not.toBeInTheDocument();
  unmount();
  await show({ canModerate: true }, {}, lines);
  expect(screen.getByRole('button', { name: 'Delete this message by Omar' })).toBeInTheDocument();
});

it('an empty chat invites only viewers who can write, and tells others why they cannot', async () => {
  const { unmount } = await show({}, {}, []);
  expect(screen.getByText('Nothing has been said yet. Say hello.')).toBeInTheDocument();
  unmount();
  await show({ closed: <p>Log in to chat.</p> }, {}, []);
  expect(screen.getByText('Nothing has been said yet.')).toBeInTheDocument();
  expect(screen.getByText('Log in to chat.')).toBeInTheDocument();
  expect(screen.queryByLabelText('Say something')).not.toBeInTheDocument();
});
