import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';

type ShowSeat = EndpointData<'getSeat'>;

/** A place in a show that is paid by the minute, as its fan sees it. */
export interface Seat {
  _id: string;
  streamId: string;
  conversationId: string;
  sessionId: string;
  type: 'private' | 'group';
  performerId: string;
  /** When the backend changed it; null where it does not say. */
  updatedAt: string | null;
  state: ShowSeat['state'];
  endedBy: ShowSeat['endedBy'];
  /** A minute, in major units. */
  price: number;
  answerBy: string | null;
  paidUntil: string | null;
  hostAwaySince: string | null;
  minutes: number;
  /** So far, in major units. */
  cost: number;
  /**
   * Whether the backend counts the minutes and says so. Elsewhere the old client's own timer charged, which ours has not: nothing
   * is said of what a show costs so far.
   */
  isMetered: boolean;
}

/** Purpose of the sheet: to ask for a show of one's own, or to take a place in a group's. */
export interface SeatWish {
  type: 'private' | 'group';
  performerId: string;
  /** Of a group. */
  streamId: string;
  /** A minute, as it was seen. */
  price: number;
  note: string;
}

export interface SeatState {
  /** The one that is asked for, runs, or was the last to end. */
  seat: Seat | null;
  /** Of the request or of taking a place. */
  request: { status: 'idle' | 'pending' | 'failed'; error: ApiFailure | null };
  /** Of leaving, and of taking a request back. */
  leaving: 'idle' | 'pending' | 'failed';
}

declare module '@/store/state' {
  interface StoreState {
    liveSeat: SeatState;
  }
}

export const selectSeat = (state: StoreState) => state.liveSeat.seat;
export const selectSeatRequest = (state: StoreState) => state.liveSeat.request;
export const selectSeatLeaving = (state: StoreState) => state.liveSeat.leaving;

/** One that our own API keeps. */
export const toSeat = (told: ShowSeat, known?: Seat | null): Seat => ({
  _id: told._id,
  streamId: told.streamId,
  conversationId: told.conversationId,
  sessionId: told.sessionId,
  type: told.type,
  performerId: told.performer?._id ?? known?.performerId ?? '',
  updatedAt: told.updatedAt,
  state: told.state,
  endedBy: told.endedBy ?? null,
  price: told.price,
  answerBy: told.answerBy ?? null,
  paidUntil: told.paidUntil ?? null,
  hostAwaySince: told.hostAwaySince ?? null,
  minutes: told.minutes,
  cost: told.cost,
  isMetered: true,
});

type PrivateChat = EndpointData<'requestPrivateChat'>;

/** A request as the family answers it: all that is known of it until its host says something. Wire contract 2.18. */
export const toAskedSeat = (told: PrivateChat, { performerId, price }: SeatWish): Seat => ({
  _id: told.conversation._id,
  streamId: told.streamId,
  conversationId: told.conversation._id,
  sessionId: told.sessionId,
  type: 'private',
  performerId,
  updatedAt: null,
  state: 'asked',
  endedBy: null,
  price: told.price ?? price,
  answerBy: null,
  paidUntil: null,
  hostAwaySince: null,
  minutes: 0,
  cost: 0,
  isMetered: false,
});

/** Whether what is told of a place was true before what is known: the reply of a call may come after the event that tells more. */
export const isOutdatedSeat = (told: Seat, known: Seat | null): boolean => {
  if (known?._id !== told._id || known.updatedAt === null || told.updatedAt === null) return false;
  const age = Date.parse(known.updatedAt) - Date.parse(told.updatedAt);
  return age > 0 || (age === 0 && !isOpenSeat(known) && isOpenSeat(told));
};

/** Whether it is open: nothing else can be asked for meanwhile. */
export const isOpenSeat = (seat: Seat | null): seat is Seat => seat?.state === 'asked' || seat?.state === 'running';
