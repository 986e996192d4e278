import type { Action } from '@reduxjs/toolkit';
import { buffers, eventChannel, type Task } from 'redux-saga';
import { delay, fork, put, race, take, takeEvery } from 'redux-saga/effects';
import { streamRoutes } from '@contract/content/stream-routes';
import type { EndpointData } from '@contract/schemas';
import { networkChanged, socketStatusChanged } from '@/features/site/ui/ui-slice';
import { isUnreachable, toFailure } from '@/services/api-error';
import { publishStream } from '@/services/streaming/publish-stream';
import type {
  PublishHandlers,
  PublishMedia,
  PublishState,
  StreamPublication,
} from '@/services/streaming/stream-publication';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { requestStreamAccess } from '@/store/stream-access';
import type { Audience, StudioMedia } from './studio-media';
import { selectPrivateShow } from './studio-state';
import * as studio from './studio-slice';

/** Before the next try to get a lost connection back; a network that returns ends the wait. */
const RETRY_MS = [300, 1_000, 2_000, 4_000];
/** A token is asked for again this long before the old one expires. */
const RENEW_BEFORE_MS = 30_000;
/** The clock of this device may be far ahead of the backend's. */
const RENEW_AT_LEAST_MS = 30_000;
const STEADY_MS = 30_000;
/** The backend may still tell of the connection before. */
const SETTLED_MS = 1_500;

type StreamAccess = EndpointData<'createStreamAccess'>;

type Report =
  | { kind: 'state'; state: PublishState }
  | { kind: 'stale' }
  | { kind: 'offer'; offer: { ticket: string; sdp: string }; resolve(sdp: string): void; reject(error: unknown): void };

const DEAD: Report = { kind: 'state', state: 'lost' };

/** What is sent, and to whom. */
export interface Transmission {
  media: StudioMedia;
  audience: Audience;
  streamId: string;
  sessionId: string;
  /** Whether another tab or device sends the same, asked after a connection was lost. */
  isSentElsewhere?: () => Generator<unknown, boolean>;
}

/** Why nothing can be sent, for good: trying again would not help. */
export class TransmissionRefused extends Error {
  constructor(
    readonly reason: 'replaced' | 'noEngine' | 'refused',
    readonly failure: ReturnType<typeof toFailure>,
  ) {
    super(failure.message);
    this.name = 'TransmissionRefused';
  }
}

const createReplaced = () => new TransmissionRefused('replaced', toFailure(new Error('replaced')));

const NO_ENGINE = {
  status: 400,
  message: 'Live video is not set up on this site yet. Contact support if this keeps happening.',
};

/**
 * Sends for as long as it runs, and connects again each time the connection is lost.
 *
 * @param onState hears how it stands.
 * @throws TransmissionRefused
 */
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
    yield race([delay(RETRY_MS[Math.min(tries, RETRY_MS.length - 1)] ?? 0), take(isBack)]);
  }
}

const isBack = (action: { type: string }) =>
  (socketStatusChanged.match(action) && action.payload === 'connected') ||
  (networkChanged.match(action) && !action.payload.isOffline);

/** What an audience sees and hears of the host now. */
export function* readMedia({
  media,
  audience,
}: Pick<Transmission, 'media' | 'audience'>): Generator<unknown, PublishMedia> {
  return media.getMedia(audience, (yield* selectState(selectPrivateShow)) !== null);
}

interface Opened {
  publication: StreamPublication | null;
  sent: PublishMedia;
}

function createChannel(access: StreamAccess, opened: Opened) {
  return eventChannel<Report>((emit) => {
    let isClosed = false;
    const handlers: PublishHandlers = {
      onState: (state) => emit({ kind: 'state', state }),
      onStale: () => emit({ kind: 'stale' }),
      exchange: (offer) => new Promise((resolve, reject) => emit({ kind: 'offer', offer, resolve, reject })),
    };
    publishStream(access, opened.sent, handlers).then(
      (publication) => {
        if (isClosed) publication.stop();
        else opened.publication = publication;
      },
      // The file of the engine did not load.
      () => emit({ kind: 'state', state: 'lost' }),
    );
    return () => {
      isClosed = true;
      opened.publication?.stop();
    };
  }, buffers.expanding(16));
}

function* exchange({ offer, resolve, reject }: Extract<Report, { kind: 'offer' }>) {
  try {
    resolve((yield* callEndpoint(streamRoutes.connectStream, { body: offer })).sdp);
  } catch (error) {
    reject(error);
  }
}

function* renew(wanted: Transmission, opened: Opened) {
  try {
    opened.publication?.renew(yield* requestStreamAccess({ ...wanted, as: 'host' }));
  } catch {
    // The connection ends with its token, and is made anew, or refused, then.
  }
}

function* renewBeforeExpiry(wanted: Transmission, access: StreamAccess, opened: Opened) {
  let current = access;
  try {
    while ('expiresAt' in current) {
      yield delay(Math.max(RENEW_AT_LEAST_MS, Date.parse(current.expiresAt) - Date.now() - RENEW_BEFORE_MS));
      current = yield* requestStreamAccess({ ...wanted, as: 'host' });
      opened.publication?.renew(current);
    }
  } catch {
    // As in `renew`.
  }
}

/** Hands over what was switched meanwhile: another camera, a screen, the picture for a private show. */
function* followMedia(wanted: Transmission, opened: Opened) {
  const changes = [studio.captureChanged, studio.privateShowChanged, studio.privateShowEnded];
  yield takeEvery(changes, function* hand() {
    const next = yield* readMedia(wanted);
    if (next.video !== opened.sent.video) opened.publication?.replaceVideo(next.video);
    if (next.audio !== opened.sent.audio) opened.publication?.replaceAudio(next.audio);
    if (opened.publication) opened.sent = next;
  });
}

/**
 * The embedded engine says at once when a picture is missing, as when it crashed; a browser takes ten seconds to find its connection dead.
 *
 * @param canTell whether what the backend says is about this connection.
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

/** @returns once this connection is lost: whether it ever came about. */
function* sendUntilLost(
  access: StreamAccess,
  wanted: Transmission,
  onState: (state: PublishState) => Generator,
): Generator<unknown, boolean> {
  let wasLive = false;
  let liveAt = Infinity;
  const isFoundDead = createAwayTest(wanted, () => access.engine === 'embedded' && Date.now() - liveAt > SETTLED_MS);
  const opened: Opened = { publication: null, sent: yield* readMedia(wanted) };
  const channel = createChannel(access, opened);
  const tasks = [
    (yield fork(renewBeforeExpiry, wanted, access, opened)) as Task,
    (yield fork(followMedia, wanted, opened)) as Task,
  ];
  try {
    while (true) {
      const { report = DEAD } = (yield race({ report: take(channel), isDead: take(isFoundDead) })) as {
        report?: Report;
      };
      if (report.kind === 'offer') yield fork(exchange, report);
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
    // No yield here: a saga that delegates to this generator would go on after its cancellation.
    channel.close();
    for (const task of tasks) task.cancel();
  }
}

/** Shows the host how the picture of their show stands. */
export function* reportShow(state: PublishState): Generator {
  yield put(studio.publicationChanged({ state, at: Date.now() }));
}
