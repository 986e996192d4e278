import { buffers, eventChannel, type EventChannel } from 'redux-saga';
import { delay } from 'redux-saga/effects';
import { streamRoutes } from '@contract/content/stream-routes';
import type { EndpointData } from '@contract/schemas';
import { selectSupportsCall } from './backend';
import { callEndpoint, selectState } from './call-endpoint';

/** Lifetime of tokens from compatible backends. Wire contract 2.18. */
const FAMILY_TOKEN_MS = 3_600_000;
const RENEW_BEFORE_MS = 30_000;
/** If the device's clock is far ahead of the backend's, the expiry seems to be past: wait at least this long. */
const RENEW_AT_LEAST_MS = 30_000;

type StreamAccess = EndpointData<'createStreamAccess'>;

interface AccessWish {
  streamId: string;
  sessionId: string;
  as: 'host' | 'viewer';
}

/** Compatible backends have one engine, Agora, with one token. @throws ApiError if the account has no access */
export function* requestStreamAccess({ streamId, sessionId, as }: AccessWish): Generator<unknown, StreamAccess> {
  if (yield* selectState(selectSupportsCall(streamRoutes.createStreamAccess)))
    return yield* callEndpoint(streamRoutes.createStreamAccess, { body: { streamId, as } });
  const { agoraAppId: appId = '' } = yield* selectState(({ settings }) => settings.values);
  const token = yield* callEndpoint(streamRoutes.createStreamToken, { body: { channelName: sessionId } });
  const expiresAt = new Date(Date.now() + FAMILY_TOKEN_MS).toISOString();
  return { engine: 'agora', appId, channel: sessionId, uid: 0, token, expiresAt };
}

/** Renews the access each time before it expires. @param renew returns null to end the renewals */
export function* renewBeforeExpiry(access: StreamAccess, renew: () => Generator<unknown, StreamAccess | null>) {
  let current: StreamAccess | null = access;
  while (current && 'expiresAt' in current) {
    yield delay(Math.max(RENEW_AT_LEAST_MS, Date.parse(current.expiresAt) - Date.now() - RENEW_BEFORE_MS));
    current = yield* renew();
  }
}

/** A WebRTC session description of this browser; `resolve` takes the engine's answer. */
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

export interface OpenedStream<Connection, Report extends object> {
  channel: EventChannel<Report>;
  opened: { current: Connection | null };
}

/**
 * Opens the connection to a show. Closing the channel stops it, even while it is still being opened.
 *
 * @param notLoaded reported if the engine's code fails to load
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
