import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { renderWithStore, settle } from '../../../tests/harness/render-with-store';
import { seatFeature } from '@/features/live/seat/seat-feature';
import { seatChanged } from '@/features/live/seat/seat-slice';
import type { Seat } from '@/features/live/seat/seat-state';
import { roomFeature } from '@/features/live/room/room-feature';
import { pictureChanged, privatePlaceChanged } from '@/features/live/room/room-slice';
import { StageNotice } from '@/features/live/room/components/stage-notice';
import { SeatUnplayable } from '@/features/live/seat/components/seat-unplayable';

const place = { conversationId: 'c2', streamId: 'e2', sessionId: 's2' };
const seat: Seat = {
  ...place,
  _id: 'a1',
  type: 'private',
  performerId: 'f9',
  updatedAt: '2026-11-29T10:00:00.000Z',
  state: 'running',
  endedBy: null,
  price: 4,
  answerBy: null,
  paidUntil: null,
  hostAwaySince: null,
  minutes: 1,
  cost: 4,
  isMetered: true,
};

function show(unplayable?: ReactNode) {
  const made = renderWithStore(<StageNotice name="Mara" unplayable={unplayable} onLeave={vi.fn()} />, {
    features: [roomFeature, seatFeature],
    user: {},
    answers: {
      getMe: () => ({ _id: 'f00000000000000000000001', wallet: 20, isPerformer: false }),
      leaveSeat: () => ({ ...seat, state: 'ended', endedBy: 'fan', updatedAt: '2026-11-29T10:01:00.000Z' }),
    },
  });
  const { store } = made;
  const dispatch = (action: Parameters<typeof store.dispatch>[0]) => act(() => void store.dispatch(action));
  return { ...made, dispatch };
}

it('the chat stays if the video cannot be shown', () => {
  const { dispatch } = show();
  dispatch(pictureChanged({ state: 'unplayable', at: 0 }));
  expect(screen.getByText('The chat works as always.')).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('a paying fan is told that the video cannot be shown, and can end the show', async () => {
  const { dispatch, calls } = show(<SeatUnplayable />);
  dispatch(seatChanged(seat));
  dispatch(privatePlaceChanged({ ...place, isPrivate: true }));
  dispatch(pictureChanged({ state: 'unplayable', at: 0 }));
  expect(screen.getByText(/You still pay for each minute/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'End the show' }));
  await act(settle);
  expect(calls.find(({ name }) => name === 'leaveSeat')?.input.params).toEqual({ id: seat._id });
});
