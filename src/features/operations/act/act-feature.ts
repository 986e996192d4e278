import { put, takeLeading } from 'redux-saga/effects';
import type { EndpointInput, EndpointName } from '@contract/schemas';
import { toastShown } from '@/features/site/ui/ui-slice';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { withFailure } from '@/store/with-failure';
import { callWithReauth } from '@/store/with-reauth';
import { actCalledOff, actDone, actFailed, actReplied, actRequested, actSlice, type Act } from './act-slice';

function* act({ payload: { route, input, said, key, isInParts } }: ReturnType<typeof actRequested>) {
  const reply = yield* callWithReauth(
    route,
    input as EndpointInput<EndpointName>,
    route.idempotent ? { idempotencyKey: key } : undefined,
  );
  if (!reply) {
    yield put(actCalledOff());
    return;
  }
  const parts = isInParts ? yield* fetchParts(route, input, reply.data) : [];
  yield put(actReplied({ name: route.name, data: reply.data, parts }));
  yield put(actDone());
  yield put(toastShown({ text: said, tone: 'success' }));
}

/** Fetches the parts after the first one. */
function* fetchParts(
  route: Act['route'],
  { body, ...input }: Act['input'],
  first: unknown,
): Generator<unknown, unknown[]> {
  const parts: unknown[] = [];
  let after = readNext(first);
  while (after !== null) {
    const next: Act['input'] = { ...input, body: { ...(body as object), after } };
    const data: unknown = yield* callEndpoint(route, next as EndpointInput<EndpointName>);
    parts.push(data);
    after = readNext(data);
  }
  return parts;
}

const readNext = (data: unknown): string | null => (data as { next?: string | null }).next ?? null;

/** Acts of the operator, for every page of the console. Needs the reauth feature beside it. */
export const actFeature: Feature = {
  name: 'act',
  reducer: actSlice.reducer,
  *browserSaga() {
    yield takeLeading(actRequested, withFailure(act, actFailed));
  },
};
