import { put } from 'redux-saga/effects';
import { streamRoutes } from '@contract/content/stream-routes';
import type { EndpointData } from '@contract/schemas';
import { ownLiveShowStore } from '@/services/own-live-show';
import { callEndpoint, fromContext, selectState } from '@/store/call-endpoint';
import { selectKeepsShows, selectOwnShow, selectStudio, type Show, type Summary } from './studio-state';
import * as studio from './studio-slice';

type LiveReply = EndpointData<'startStream'>;

/** The show itself; its chat comes as a member in some generations. Wire contract 6. */
export function toShow({ stream, conversation, ...show }: LiveReply): Show {
  return { ...stream, ...show, conversationId: show.conversationId ?? conversation?._id ?? null };
}

/** A show of one's own that is live; null where there is none, or the backend does not tell. Its takings are stored along. */
export function* fetchLiveShow(): Generator<unknown, Show | null> {
  if (!(yield* selectState(selectKeepsShows))) return null;
  const told = yield* callEndpoint(streamRoutes.getOwnStream);
  if (!told?.isStreaming) return null;
  const { tips, earned, ...live } = told;
  yield put(studio.takingsLoaded({ tips, earned }));
  return toShow(live);
}

/** The show that keeps another from starting; null where it is not found. */
export function* findRunning(): Generator<unknown, Show | null> {
  try {
    return yield* fetchLiveShow();
  } catch {
    return null;
  }
}

/** Whether a live show was sent from this browser before, or lost its sender; else another one sends it. */
export const getFoundPhase = ({ _id, hostAwaySince }: Show): 'elsewhere' | 'interrupted' =>
  ownLiveShowStore.read()?.streamId === _id || hostAwaySince ? 'interrupted' : 'elsewhere';

/** Says something about a conversation by the socket. */
export function* emitAbout(event: string, payload: { conversationId: string; streamId?: string; sessionId?: string }) {
  const socket = yield* fromContext('socket');
  socket.current?.emit(event, payload);
}

/** A summary from what this page has seen, where the backend adds nothing up. */
export function* summarise(): Generator<unknown, Summary | null> {
  const show = yield* selectState(selectOwnShow);
  const { viewers } = yield* selectState(selectStudio);
  if (!show) return null;
  const began = show.startedAt ? Date.parse(show.startedAt) : Date.now();
  const duration = Math.max(0, Math.round((Date.now() - began) / 1_000));
  return { title: show.title, duration, peakViewers: viewers.peak };
}

/** The summary of a show, as well as it can be told. */
export function* fetchSummary(streamId: string): Generator<unknown, Summary | null> {
  try {
    if (yield* selectState(selectKeepsShows))
      return yield* callEndpoint(streamRoutes.getStreamSummary, { params: { id: streamId } });
  } catch {
    // The page tells what it has seen instead.
  }
  return yield* summarise();
}
