import { createSelector } from '@reduxjs/toolkit';
import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import type { WatchState } from '@/services/streaming/stream-watch';
import type { StoreState } from '@/store/state';
import { needsTicket } from './needs-ticket';

export type Show = EndpointData<'searchStreams'>['data'][number];
export type Member = EndpointData<'listStreamViewers'>['data'][number]['user'];

/** `waiting`: no show is live. `ended` and `closed` (access lost) follow `open`; the others say what the viewer lacks. */
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

/** This browser's one place: the show, or the viewer's seat in a show by the minute. */
export interface RoomPlace {
  conversationId: string;
  streamId: string;
  sessionId: string;
  /** True for a seat in a show by the minute. */
  isPrivate: boolean;
}

export interface PictureState {
  state: WatchState | 'idle';
  isDelayed: boolean;
  /** When the picture was lost, in milliseconds since 1970; null while there is a picture. */
  awaySince: number | null;
  needsTicket: boolean;
}

export interface Announcement {
  postId: string;
  title: string;
  startsAt: string;
  isReminded: boolean;
}

export interface Replay {
  videoId: string;
  streamId: string;
  title: string;
}

export interface RoomState {
  performerId: string | null;
  status: RoomStatus;
  error: ApiFailure | null;
  show: Show | null;
  viewers: { total: number; members: Member[] };
  endedBy: 'host' | 'operator' | null;
  /** The viewer's private or group show, whose picture and chat replace the show's. */
  privatePlace: RoomPlace | null;
  picture: PictureState;
  /** The announced show; set only while no show is live. */
  announced: Announcement | null;
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
/** After a show that the viewer has watched, only its own replay is offered. */
export const selectReplay = ({ liveRoom: { status, show, replay } }: StoreState): Replay | null =>
  status === 'waiting' || replay?.streamId === show?._id ? replay : null;
export const selectPicture = (state: StoreState) => state.liveRoom.picture;

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

/** False for viewers without the ticket, or without a seat in a group show. */
export const selectHasChat = (state: StoreState): boolean => {
  const place = selectPlace(state);
  const { show } = state.liveRoom;
  return place !== null && (place.isPrivate || show === null || (show.type !== 'group' && !needsTicket(show)));
};

/** False while the server refuses to add the viewer to the room: they have no ticket, or no seat in a group show. */
export const selectCanJoin = (state: StoreState): boolean =>
  state.liveRoom.privatePlace !== null || state.liveRoom.show?.hasPurchased !== false;

/** Includes `isPrivate`: a seat in a group show has the ids of the show that the viewer saw before, but other events. */
export const getPlaceKey = ({ conversationId, streamId, sessionId, isPrivate }: RoomPlace) =>
  [conversationId, streamId, sessionId, isPrivate].join(' ');
