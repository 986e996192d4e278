import type { PayloadAction } from '@reduxjs/toolkit';
import type { PrivateRequest, PrivateResult, PrivateShow, ShowSeat, StudioState } from './studio-state';

export const privateReducers = {
  requestArrived(state: StudioState, { payload }: PayloadAction<PrivateRequest>) {
    const isSame = ({ conversationId }: PrivateRequest) => conversationId === payload.conversationId;
    // Two events announce the same request, and only one of them has the deadline.
    const answerBy = payload.answerBy ?? state.requests.find(isSame)?.answerBy ?? null;
    state.requests = [...state.requests.filter((one) => !isSame(one)), { ...payload, answerBy }];
  },
  requestGone(state: StudioState, { payload }: PayloadAction<{ conversationId: string }>) {
    state.requests = state.requests.filter(({ conversationId }) => conversationId !== payload.conversationId);
    if (state.answering === payload.conversationId) state.answering = null;
  },
  acceptRequested(state: StudioState, { payload }: PayloadAction<{ conversationId: string }>) {
    state.answering = payload.conversationId;
    state.privateResult = null;
  },
  declineRequested(state: StudioState, { payload }: PayloadAction<{ conversationId: string }>) {
    state.answering = payload.conversationId;
  },
  answerFailed(state: StudioState) {
    state.answering = null;
  },
  privateShowChanged(state: StudioState, { payload }: PayloadAction<PrivateShow>) {
    state.privateShow = payload;
    state.answering = null;
    state.requests = state.requests.filter(({ conversationId }) => conversationId !== payload.conversationId);
  },
  privateEndStarted(state: StudioState) {
    state.isPrivateEnding = true;
  },
  privateEndFailed(state: StudioState) {
    state.isPrivateEnding = false;
  },
  privateShowEnded(state: StudioState, { payload }: PayloadAction<PrivateResult | null>) {
    state.privateShow = null;
    state.isPrivateEnding = false;
    state.privateResult = payload;
  },
  privateResultRead(state: StudioState) {
    state.privateResult = null;
  },
  groupSeatsChanged(state: StudioState, { payload }: PayloadAction<ShowSeat[]>) {
    state.groupSeats = payload;
  },
};
