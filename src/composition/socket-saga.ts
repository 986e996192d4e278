import type { Action } from '@reduxjs/toolkit';
import { buffers, eventChannel, type EventChannel, type Task } from 'redux-saga';
import { cancel, delay, fork, put, race, take } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import { publicEnv } from '@/config/env';
import { badgesRequested } from '@/features/conversation/badges/badges-feature';
import { currentUserLoaded, loggedOut, selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { partFailed, socketStatusChanged } from '@/features/site/ui/ui-slice';
import type { readEvent } from '@/services/backend/read-reply';
import { openSocket, type SocketConnection, type SocketLogin, type SocketStatus } from '@/services/socket-client';
import { fromContext, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import type { StoreState } from '@/store/state';

/** After this time the badge counts are fetched even if the socket is not open. */
const COUNT_AFTER_MS = 1_000;

type SocketReport = { status: SocketStatus } | { name: string; payload: unknown; read: typeof readEvent };

/**
 * Keeps a socket open while an account is logged in and passes each event to the features that handle it. After each connect,
 * features fetch data whose events they may have missed. Specification 4, socket status.
 *
 * @param features called for each event, because pages add features
 */
export function* watchSocket(features: () => Feature[], socket: { current: SocketConnection | null }) {
  while (true) {
    if (!(yield* selectState(selectIsLoggedIn))) yield take(currentUserLoaded);
    const open = (yield fork(runConnection, features, socket)) as Task;
    yield take(loggedOut);
    yield cancel(open);
    yield put(socketStatusChanged('closed'));
  }
}

function* runConnection(
  features: () => Feature[],
  socket: { current: SocketConnection | null },
): Generator<unknown, void> {
  const getToken = yield* fromContext('getToken');
  const { socketTokenInPayload } = yield* selectState(selectSettings);
  const channel = createSocketChannel({ getToken, isPayloadRead: socketTokenInPayload === true }, socket);
  let wasConnected = false;
  try {
    yield fork(countIfLate);
    while (true) {
      const report = (yield take(channel)) as SocketReport;
      if ('name' in report) {
        for (const action of handle(features(), report)) yield put(action);
        continue;
      }
      yield put(socketStatusChanged(report.status));
      if (report.status !== 'connected') continue;
      const state = yield* selectState((all: StoreState) => all);
      for (const feature of features()) {
        const missed = wasConnected ? feature.resync : feature.catchUp;
        for (const action of missed?.(state) ?? []) yield put(action);
      }
      wasConnected = true;
    }
  } finally {
    channel.close();
  }
}

/** A connect fetches the badge counts; this fetches them if the connection is slow. */
function* countIfLate() {
  const isOpen = (action: Action) => socketStatusChanged.match(action) && action.payload === 'connected';
  const { opened } = yield race({ opened: take(isOpen), late: delay(COUNT_AFTER_MS) });
  if (!opened) yield put(badgesRequested());
}

function createSocketChannel(
  login: SocketLogin,
  socket: { current: SocketConnection | null },
): EventChannel<SocketReport> {
  return eventChannel<SocketReport>((emit) => {
    let closed = false;
    let pause: number = limits.socketReconnectMin;
    let again: ReturnType<typeof setTimeout> | undefined;
    const open = async () => {
      // Loaded with the socket, because guests have no socket and need no event readers.
      const { readEvent: read } = await import('@/services/backend/read-reply');
      const connection = await openSocket(publicEnv().apiEndpoint, login, {
        onStatus: (status) => emit({ status }),
        onEvent: (name, payload) => emit({ name, payload, read }),
      });
      if (closed) connection.close();
      else socket.current = connection;
    };
    // The code failed to load, for example because of a bad connection.
    const tryToOpen = () =>
      void open().catch(() => {
        if (closed) return;
        emit({ status: 'failed' });
        again = setTimeout(tryToOpen, pause);
        pause = Math.min(pause * 2, limits.socketReconnectMax);
      });
    tryToOpen();
    return () => {
      closed = true;
      clearTimeout(again);
      socket.current?.close();
      socket.current = null;
    };
  }, buffers.expanding(64));
}

/** Reports an event that cannot be handled, so that later ones are still handled. */
function handle(features: Feature[], { name, payload: raw, read }: Extract<SocketReport, { name: string }>): Action[] {
  try {
    const payload = read(name, raw);
    return features.flatMap((feature) =>
      Object.entries(feature.socket ?? {}).flatMap(([pattern, handler]) => {
        const matches = pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
        const action = matches ? handler(payload as never, name) : null;
        return action ? [action] : [];
      }),
    );
  } catch (error) {
    const { message, stack = '' } = error as Error;
    return [partFailed({ part: `socket event ${name}`, message, stack })];
  }
}
