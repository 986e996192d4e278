import { buffers, eventChannel, type EventChannel } from 'redux-saga';
import { delay } from 'redux-saga/effects';
import { streamRoutes } from '@contract/content/stream-routes';
import type { EndpointData } from '@contract/schemas';
import { selectSupportsCall } from './backend';
import { callEndpoint, selectState } from './call-endpoint';

/** Of the tokens that the family makes. Wire contract 2.18. */
const FAMILY_TOKEN_MS = 3_600_000;
/** A token is asked for again this long before the old one expires. */
const RENEW_BEFORE_MS = 30_000;
/** The clock of this device may be far ahead of the backend's. */
const RENEW_AT_LEAST_MS = 30_000;

type StreamAccess = EndpointData<'createStreamAccess'>;

interface AccessWish {
  streamId: string;
  sessionId: string;
  as: 'host' | 'viewer';
}

/**
 * How this browser sends or sees a show. The family has one engine, and one token for it.
 *
 * @throws ApiError where the account may not.
 */
export function* requestStreamAccess({ streamId, sessionId, as }: AccessWish): Generator<unknown, StreamAccess> {
  if (yield* selectState(selectSupportsCall(streamRoutes.createStreamAccess)))
    return yield* callEndpoint(streamRoutes.createStreamAccess, { body: { streamId, as } });
  const { agoraAppId: appId = '' } = yield* selectState(({ settings }) => settings.values);
  const token = yield* callEndpoint(streamRoutes.createStreamToken, { body: { channelName: sessionId } });
  const expiresAt = new Date(Date.now() + FAMILY_TOKEN_MS).toISOString();
  return { engine: 'agora', appId, channel: sessionId, uid: 0, token, expiresAt };
}

/** Renews access before it expires, again and again. @param renew answers null where there is no other */
export function* renewBeforeExpiry(access: StreamAccess, renew: () => Generator<unknown, StreamAccess | null>) {
  let current: StreamAccess | null = access;
  while (current && 'expiresAt' in current) {
    yield delay(Math.max(RENEW_AT_LEAST_MS, Date.parse(current.expiresAt) - Date.now() - RENEW_BEFORE_MS));
    current = yield* renew();
  }
}

/** A session description of this browser that waits for the engine's. */
export interface StreamOffer {
  kind: 'offer';
  offer: { ticket: string; sdp: string };
  resolve(sdp: string): void;
  reject(error: unknown): void;
}

export function* exchangeOffer({ offer, resolve, reject }: StreamOffer) {
  try {
    resolve((yield* callEndpoint(streamRoutes.connectStream, { body: offer })).sdp);
  } catch (error) {
    reject(error);
  }
}

/** A connection to an engine, and what it reports; null until it is there. */
export interface OpenedStream<Connection, Report extends object> {
  channel: EventChannel<Report>;
  opened: { current: Connection | null };
}

/**
 * Opens a connection to an engine; closing the channel stops it, also while it is under way.
 *
 * @param notLoaded reported where the code of the engine does not load.
 */
export function openStream<Connection extends { stop(): void }, Report extends object>(
  open: (
    emit: (report: Report) => void,
    exchange: (offer: StreamOffer['offer']) => Promise<string>,
  ) => Promise<Connection>,
  notLoaded: Exclude<Report, StreamOffer>,
): OpenedStream<Connection, Report | StreamOffer> {
  const opened: { current: Connection | null } = { current: null };
  const channel = eventChannel<Report | StreamOffer>((emit) => {
    let isClosed = false;
    const exchange = (offer: StreamOffer['offer']) =>
      new Promise<string>((resolve, reject) => emit({ kind: 'offer', offer, resolve, reject }));
    open(emit, exchange).then(
      (connection) => {
        if (isClosed) connection.stop();
        else opened.current = connection;
      },
      () => emit(notLoaded),
    );
    return () => {
      isClosed = true;
      opened.current?.stop();
    };
  }, buffers.expanding(16));
  return { channel, opened };
}
