import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import { topUpClosed, topUpRequested } from '@/store/intents';
import { isOutdatedSeat, type Seat, type SeatState, type SeatWish } from './seat-state';

/** Sent to the fan and to the host. */
export const seatReceived = createAction<EndpointData<'getSeat'>>('liveSeat/received');

const initialState: SeatState = {
  seat: null,
  request: { status: 'idle', error: null },
  leaving: 'idle',
  isToppingUp: false,
};

const seatSlice = createSlice({
  name: 'liveSeat',
  initialState,
  reducers: {
    seatWanted(state, _action: PayloadAction<SeatWish>) {
      state.request = { status: 'pending', error: null };
    },
    seatRefused(state, { payload }: PayloadAction<ApiFailure>) {
      state.request = { status: 'failed', error: payload };
    },
    seatRequestClosed(state) {
      if (state.request.status === 'failed') state.request = initialState.request;
    },
    seatRequestEnded(state) {
      state.request = initialState.request;
    },
    seatChanged(state, { payload }: PayloadAction<Seat>) {
      const { seat } = state;
      if (isOutdatedSeat(payload, seat)) return;
      const isOther = seat !== null && seat._id !== payload._id;
      // A show that ended earlier must not replace the running one.
      if (isOther && (seat.state === 'asked' || seat.state === 'running') && payload.state !== 'running') return;
      state.seat = payload;
      state.request = initialState.request;
      if (payload.state !== seat?.state) state.leaving = 'idle';
    },
    /** For compatible backends, whose events only name the conversation. */
    seatAnswered(
      state,
      { payload }: PayloadAction<{ conversationId: string; state: Seat['state']; endedBy?: Seat['endedBy'] }>,
    ) {
      const { seat } = state;
      if (seat?.conversationId !== payload.conversationId || seat.isMetered) return;
      if (seat.state !== 'asked' && seat.state !== 'running') return;
      seat.state = payload.state;
      seat.endedBy = payload.endedBy ?? null;
      state.leaving = 'idle';
    },
    seatLeaveRequested(state) {
      state.leaving = 'pending';
    },
    seatLeaveFailed(state) {
      state.leaving = 'failed';
    },
    seatDismissed(state) {
      state.seat = null;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(topUpRequested, (state, { payload }) => {
        state.isToppingUp = payload?.next === 'seat';
      })
      .addCase(topUpClosed, (state) => {
        state.isToppingUp = false;
      });
  },
});

export const {
  seatWanted,
  seatRefused,
  seatRequestClosed,
  seatRequestEnded,
  seatChanged,
  seatAnswered,
  seatLeaveRequested,
  seatLeaveFailed,
  seatDismissed,
} = seatSlice.actions;
export const seatReducer = seatSlice.reducer;
