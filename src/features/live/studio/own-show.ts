import { put } from 'redux-saga/effects';
import { streamRoutes } from '@contract/content/stream-routes';
import type { EndpointData } from '@contract/schemas';
import { ownLiveShowStore } from '@/services/own-live-show';
import { callEndpoint, fromContext, selectState } from '@/store/call-endpoint';
import { selectKeepsShows, selectOwnShow, selectStudio, type Show, type Summary } from './studio-state';
import * as studio from './studio-slice';

type LiveReply = EndpointData<'startStream'>;

/** In some API variants, the conversation is a separate field. Wire contract 6. */
export function toShow({ stream, conversation, ...show }: LiveReply): Show {
  return { ...stream, ...show, conversationId: show.conversationId ?? conversation?._id ?? null };
}

/** Null if no show is live, or if the backend has no such call. Also stores its income. */
export function* fetchLiveShow(): Generator<unknown, Show | null> {
  if (!(yield* selectState(selectKeepsShows))) return null;
  const told = yield* callEndpoint(streamRoutes.getOwnStream);
  if (!told?.isStreaming) return null;
  const { tips, earned, ...live } = told;
  yield put(studio.takingsLoaded({ tips, earned }));
  return toShow(live);
}

/** The live show because of which a new one was refused; null if it is not found. */
export function* findRunning(): Generator<unknown, Show | null> {
  try {
    return yield* fetchLiveShow();
  } catch {
    return null;
  }
}

/** `elsewhere` if the show has a picture that this browser does not send. */
export const getFoundPhase = ({ _id, hostAwaySince }: Show): 'elsewhere' | 'interrupted' =>
  ownLiveShowStore.read()?.streamId === _id || hostAwaySince ? 'interrupted' : 'elsewhere';

export function* emitAbout(event: string, payload: { conversationId: string; streamId?: string; sessionId?: string }) {
  const socket = yield* fromContext('socket');
  socket.current?.emit(event, payload);
}

/** Summary from the events that this page received, for backends that have none. */
export function* summarise(): Generator<unknown, Summary | null> {
  const show = yield* selectState(selectOwnShow);
  const { viewers } = yield* selectState(selectStudio);
  if (!show) return null;
  const began = show.startedAt ? Date.parse(show.startedAt) : Date.now();
  const duration = Math.max(0, Math.round((Date.now() - began) / 1_000));
  return { title: show.title, duration, peakViewers: viewers.peak };
}

export function* fetchSummary(streamId: string): Generator<unknown, Summary | null> {
  try {
    if (yield* selectState(selectKeepsShows))
      return yield* callEndpoint(streamRoutes.getStreamSummary, { params: { id: streamId } });
  } catch {
    // The page's own summary is used instead.
  }
  return yield* summarise();
}
