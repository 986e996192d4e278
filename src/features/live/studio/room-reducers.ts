import type { PayloadAction } from '@reduxjs/toolkit';
import { findRestriction, type Restricted, type StudioState, type ViewerRow } from './studio-state';

export const roomReducers = {
  watchersRequested(state: StudioState) {
    if (state.watchers.status !== 'ready') state.watchers.status = 'pending';
  },
  watchersLoaded(state: StudioState, { payload }: PayloadAction<{ rows: ViewerRow[]; total: number }>) {
    state.watchers = { status: 'ready', ...payload };
  },
  watchersFailed(state: StudioState) {
    if (state.watchers.status !== 'ready') state.watchers.status = 'failed';
  },
  /** After a reload only the backend knows them. */
  restrictionsLoaded(state: StudioState, { payload }: PayloadAction<Restricted[]>) {
    state.restricted = payload;
  },
  restrictionStored(state: StudioState, { payload }: PayloadAction<Restricted>) {
    const { userId, kind } = payload;
    state.restricted = [...state.restricted.filter((one) => one.userId !== userId || one.kind !== kind), payload];
    const { watchers } = state;
    if (kind === 'ban') watchers.rows = watchers.rows.filter(({ user }) => user._id !== userId);
    else for (const row of watchers.rows) if (row.user._id === userId) row.isMuted = true;
  },
  /** The payload is the time, in milliseconds since 1970. */
  mutesEnded(state: StudioState, { payload: now }: PayloadAction<number>) {
    const isOver = ({ until }: Restricted) => until !== null && until <= now;
    const over = state.restricted.filter(isOver).map(({ userId }) => userId);
    state.restricted = state.restricted.filter((one) => !isOver(one));
    for (const row of state.watchers.rows) if (over.includes(row.user._id)) row.isMuted = false;
  },
  restrictionLifted(state: StudioState, { payload: { userId } }: PayloadAction<{ userId: string }>) {
    const lifted = findRestriction(state.restricted, userId);
    state.restricted = state.restricted.filter((one) => one !== lifted);
    if (lifted?.kind === 'ban') return;
    for (const row of state.watchers.rows) if (row.user._id === userId) row.isMuted = false;
  },
};
