import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';

type ShowSeat = EndpointData<'getSeat'>;

/** A fan's seat in a show paid by the minute. */
export interface Seat {
  _id: string;
  streamId: string;
  conversationId: string;
  sessionId: string;
  type: 'private' | 'group';
  performerId: string;
  /** Null if the backend does not send it. */
  updatedAt: string | null;
  state: ShowSeat['state'];
  endedBy: ShowSeat['endedBy'];
  /** Per minute, in major units. */
  price: number;
  answerBy: string | null;
  paidUntil: string | null;
  hostAwaySince: string | null;
  minutes: number;
  /** Paid so far, in major units. */
  cost: number;
  /** Whether the backend counts the minutes. If not, older clients charge by their own timer, so costs are unknown. */
  isMetered: boolean;
}

/** A request for a private show, or for a seat in a group show. */
export interface SeatWish {
  type: 'private' | 'group';
  performerId: string;
  /** Group shows only. */
  streamId: string;
  /** The price per minute that the fan saw. */
  price: number;
  note: string;
}

export interface SeatState {
  seat: Seat | null;
  request: { status: 'idle' | 'pending' | 'failed'; error: ApiFailure | null };
  leaving: 'idle' | 'pending' | 'failed';
  /** True while the sheet to top up covers that of the request. */
  isToppingUp: boolean;
}

declare module '@/store/state' {
  interface StoreState {
    liveSeat: SeatState;
  }
}

export const selectSeat = (state: StoreState) => state.liveSeat.seat;
export const selectSeatRequest = (state: StoreState) => state.liveSeat.request;
export const selectIsToppingUp = (state: StoreState) => state.liveSeat.isToppingUp;
export const selectSeatLeaving = (state: StoreState) => state.liveSeat.leaving;

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

/** Compatible backends send no more than this until the host responds. Wire contract 2.18. */
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

/** True for an older state: a response can arrive after the event with the newer one. */
export const isOutdatedSeat = (told: Seat, known: Seat | null): boolean => {
  if (known?._id !== told._id || known.updatedAt === null || told.updatedAt === null) return false;
  const age = Date.parse(known.updatedAt) - Date.parse(told.updatedAt);
  return age > 0 || (age === 0 && !isOpenSeat(known) && isOpenSeat(told));
};

export const isOpenSeat = (seat: Seat | null): seat is Seat => seat?.state === 'asked' || seat?.state === 'running';
