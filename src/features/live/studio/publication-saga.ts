import type { Action } from '@reduxjs/toolkit';
import type { Task } from 'redux-saga';
import { delay, fork, put, race, take, takeEvery } from 'redux-saga/effects';
import type { EndpointData } from '@contract/schemas';
import { isConnectionBack } from '@/features/site/ui/ui-slice';
import { isUnreachable, toFailure } from '@/services/api-error';
import { publishStream } from '@/services/streaming/publish-stream';
import type { PublishMedia, PublishState, StreamPublication } from '@/services/streaming/stream-publication';
import { selectState } from '@/store/call-endpoint';
import {
  exchangeOffer,
  openStream,
  renewBeforeExpiry,
  requestStreamAccess,
  type StreamOffer,
} from '@/store/stream-access';
import type { Audience, StudioMedia } from './studio-media';
import { selectPrivateShow } from './studio-state';
import * as studio from './studio-slice';

const RETRY_MS = [300, 1_000, 2_000, 4_000];
const STEADY_MS = 30_000;
/** For this long after connecting, the backend may still report on the previous connection. */
const SETTLED_MS = 1_500;

type StreamAccess = EndpointData<'createStreamAccess'>;

interface StateReport {
  kind: 'state';
  state: PublishState;
}

type Report = StateReport | { kind: 'stale' };

const LOST: StateReport = { kind: 'state', state: 'lost' };

export interface Transmission {
  media: StudioMedia;
  audience: Audience;
  streamId: string;
  sessionId: string;
  /** Called after a lost connection: whether another tab or device sends the show now. */
  isSentElsewhere?: () => Generator<unknown, boolean>;
}

export class TransmissionRefused extends Error {
  constructor(
    readonly reason: 'replaced' | 'noEngine' | 'refused',
    readonly failure: ReturnType<typeof toFailure>,
  ) {
    super(failure.message);
    this.name = 'TransmissionRefused';
  }
}

const createReplaced = () =>
  new TransmissionRefused('replaced', toFailure(new Error('Another connection replaced this one')));

const NO_ENGINE = {
  status: 400,
  message: 'Live video is not set up on this site yet. Contact support if this keeps happening.',
};

/** Reconnects until it is canceled. @throws TransmissionRefused */
export function* transmit(wanted: Transmission, onState: (state: PublishState) => Generator): Generator {
  for (let tries = 0; ; tries += 1) {
    const begunAt = Date.now();
    try {
      const access = yield* requestStreamAccess({ ...wanted, as: 'host' });
      const wasLive = yield* sendUntilLost(access, wanted, onState);
      if (wasLive && wanted.isSentElsewhere && (yield* wanted.isSentElsewhere())) throw createReplaced();
    } catch (error) {
      if (error instanceof TransmissionRefused) throw error;
      const failure = toFailure(error);
      const isPassing = isUnreachable(failure) || failure.status >= 500 || failure.status === 429;
      if (!isPassing)
        throw failure.status === 400
          ? new TransmissionRefused('noEngine', { ...failure, ...NO_ENGINE })
          : new TransmissionRefused('refused', failure);
      yield* onState('lost');
    }
    if (Date.now() - begunAt > STEADY_MS) tries = 0;
    yield race([delay(RETRY_MS[Math.min(tries, RETRY_MS.length - 1)] ?? 0), take(isConnectionBack)]);
  }
}

export function* readMedia({
  media,
  audience,
}: Pick<Transmission, 'media' | 'audience'>): Generator<unknown, PublishMedia> {
  return media.getMedia(audience, (yield* selectState(selectPrivateShow)) !== null);
}

const openPublication = (access: StreamAccess, sent: PublishMedia) =>
  openStream<StreamPublication, Report>(
    (emit, exchange) =>
      publishStream(access, sent, {
        onState: (state) => emit({ kind: 'state', state }),
        onStale: () => emit({ kind: 'stale' }),
        exchange,
      }),
    LOST,
  );

type Opened = ReturnType<typeof openPublication>['opened'];

/** If this fails, the connection ends with its token; the reconnect then reports the error. */
function* renew(wanted: Transmission, opened: Opened): Generator<unknown, StreamAccess | null> {
  try {
    const access = yield* requestStreamAccess({ ...wanted, as: 'host' });
    opened.current?.renew(access);
    return access;
  } catch {
    return null;
  }
}

/**
 * Replaces tracks when the camera, the screen or the private show changes.
 * @param sent the tracks that are sent initially.
 * @param getSink returns null while there is no connection.
 */
export function* followMedia(
  wanted: Pick<Transmission, 'media' | 'audience'>,
  sent: PublishMedia,
  getSink: () => Pick<StreamPublication, 'replaceVideo' | 'replaceAudio'> | null,
) {
  const changes = [studio.captureChanged, studio.privateShowChanged, studio.privateShowEnded];
  let last = sent;
  yield takeEvery(changes, function* hand() {
    const sink = getSink();
    if (!sink) return;
    const next = yield* readMedia(wanted);
    if (next.video !== last.video) sink.replaceVideo(next.video);
    if (next.audio !== last.audio) sink.replaceAudio(next.audio);
    last = next;
  });
}

/**
 * Tests whether the backend misses the picture. The embedded engine notices immediately, browsers after ten seconds.
 * @param canTell returns true if the backend's report is about this connection.
 */
function createAwayTest({ streamId }: Transmission, canTell: () => boolean) {
  let wasAway = false;
  return (action: Action): boolean => {
    if (!studio.showChanged.match(action) || action.payload._id !== streamId) return false;
    const isAway = Boolean(action.payload.hostAwaySince);
    const isNew = isAway && !wasAway;
    wasAway = isAway;
    return isNew && canTell();
  };
}

/** @returns when the connection is lost; true if it was ever live. */
function* sendUntilLost(
  access: StreamAccess,
  wanted: Transmission,
  onState: (state: PublishState) => Generator,
): Generator<unknown, boolean> {
  let wasLive = false;
  let liveAt = Infinity;
  const isFoundDead = createAwayTest(wanted, () => access.engine === 'embedded' && Date.now() - liveAt > SETTLED_MS);
  const sent = yield* readMedia(wanted);
  const { channel, opened } = openPublication(access, sent);
  const tasks = [
    (yield fork(renewBeforeExpiry, access, () => renew(wanted, opened))) as Task,
    (yield fork(followMedia, wanted, sent, () => opened.current)) as Task,
  ];
  try {
    while (true) {
      const { report = LOST } = (yield race({ report: take(channel), isDead: take(isFoundDead) })) as {
        report?: Report | StreamOffer;
      };
      if (report.kind === 'offer') yield fork(exchangeOffer, report);
      else if (report.kind === 'stale') yield fork(renew, wanted, opened);
      else {
        wasLive ||= report.state === 'live';
        if (report.state === 'live') liveAt = Math.min(liveAt, Date.now());
        yield* onState(report.state);
        if (report.state === 'replaced') throw createReplaced();
        if (report.state === 'lost') return wasLive;
      }
    }
  } finally {
    // No yield here: a saga that delegates to this generator would continue after its cancellation.
    channel.close();
    for (const task of tasks) task.cancel();
  }
}

export function* reportShow(state: PublishState): Generator {
  yield put(studio.publicationChanged({ state, at: Date.now() }));
}
