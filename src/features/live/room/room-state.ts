import { createSelector } from '@reduxjs/toolkit';
import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import type { WatchState } from '@/services/streaming/stream-watch';
import type { StoreState } from '@/store/state';
import { needsTicket } from './needs-ticket';

export type Show = EndpointData<'searchStreams'>['data'][number];
export type Member = EndpointData<'listStreamViewers'>['data'][number]['user'];

/**
 * Where a viewer stands. `open`: in the room; `waiting`: nobody is live; then what keeps them out: a subscription, a follow, an
 * account; `ended` and `closed` (the right was lost) where they were in.
 */
export type RoomStatus =
  | 'idle'
  | 'pending'
  | 'open'
  | 'waiting'
  | 'subscribersOnly'
  | 'followersOnly'
  | 'loginNeeded'
  | 'ended'
  | 'closed'
  | 'failed';

/** The one place that this browser is in: the show, or the show by the minute that runs beside it. */
export interface RoomPlace {
  conversationId: string;
  streamId: string;
  sessionId: string;
  /** A show by the minute. */
  isPrivate: boolean;
}

export interface PictureState {
  state: WatchState | 'idle';
  isDelayed: boolean;
  /** Milliseconds since 1970: since when no new picture comes. */
  awaySince: number | null;
  /** The access was refused for want of a ticket. */
  needsTicket: boolean;
}

/** A show that a post of its host announces. */
export interface Announcement {
  postId: string;
  title: string;
  startsAt: string;
  isReminded: boolean;
}

/** A show of the host that can be watched again. */
export interface Replay {
  videoId: string;
  streamId: string;
  title: string;
}

export interface RoomState {
  /** The host of the room. */
  performerId: string | null;
  status: RoomStatus;
  error: ApiFailure | null;
  show: Show | null;
  viewers: { total: number; members: Member[] };
  /** Why it is over. */
  endedBy: 'host' | 'operator' | null;
  /** A show by the minute that the viewer is in: its picture and its chat take the place of the show's. */
  privatePlace: RoomPlace | null;
  picture: PictureState;
  /** The next show, while nobody is live. */
  announced: Announcement | null;
  /** The last show that its host has published, while nobody is live. */
  replay: Replay | null;
}

declare module '@/store/state' {
  interface StoreState {
    liveRoom: RoomState;
  }
}

export const selectRoom = (state: StoreState) => state.liveRoom;
export const selectShow = (state: StoreState) => state.liveRoom.show;
export const selectAnnounced = (state: StoreState) => state.liveRoom.announced;
/** Where the show that the viewer was in has ended, only that one is theirs to watch again. */
export const selectReplay = ({ liveRoom: { status, show, replay } }: StoreState): Replay | null =>
  status === 'waiting' || replay?.streamId === show?._id ? replay : null;
export const selectPicture = (state: StoreState) => state.liveRoom.picture;

/** Null while the viewer is in no room. */
export const selectPlace = createSelector(
  [
    ({ liveRoom }: StoreState) => liveRoom.privatePlace,
    ({ liveRoom }: StoreState) => (liveRoom.status === 'open' ? (liveRoom.show?.conversationId ?? null) : null),
    ({ liveRoom }: StoreState) => liveRoom.show?._id ?? '',
    ({ liveRoom }: StoreState) => liveRoom.show?.sessionId ?? '',
  ],
  (privatePlace, conversationId, streamId, sessionId): RoomPlace | null =>
    privatePlace ?? (conversationId ? { conversationId, streamId, sessionId, isPrivate: false } : null),
);

/** Whether there is something to write into: who has a ticket to buy is not in yet, nor who has no place in a group show. */
export const selectHasChat = (state: StoreState): boolean => {
  const place = selectPlace(state);
  const { show } = state.liveRoom;
  return place !== null && (place.isPrivate || show === null || (show.type !== 'group' && !needsTicket(show)));
};

/** Tells one place from another. */
export const getPlaceKey = ({ conversationId, streamId, sessionId }: RoomPlace) =>
  [conversationId, streamId, sessionId].join(' ');
