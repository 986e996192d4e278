import { put, takeEvery } from 'redux-saga/effects';
import { loggedOut, selectCurrentUser } from '@/features/identity/auth/session-slice';
import { adoptOldUnsent, unsentStore } from '@/services/unsent-storage';
import { selectState } from '@/store/call-endpoint';
import * as message from './message-slice';
import type { Attachment, Outgoing } from './message-state';

const previewUrls = new Set<string>();

const readSavedUnsent = (userId: string) => unsentStore(userId).read() ?? { drafts: {}, outgoing: [], prices: {} };

/** A message that was pending when the page closed may have arrived: it becomes a failed one, which only the user retries. */
function* restoreUnsent() {
  const me = yield* selectState(selectCurrentUser);
  const unsentUserId = yield* selectState((state) => state.message.unsentUserId);
  if (!me || me._id === unsentUserId) return;
  adoptOldUnsent(me._id);
  const kept = readSavedUnsent(me._id);
  const outgoing = kept.outgoing.map(({ files, ...rest }): Outgoing => ({
    ...rest,
    attachments: files.map((file, place) => ({
      ...file,
      localId: `${rest.clientId} ${place}`,
      size: 0,
      status: 'ready',
      progress: 1,
      error: null,
      previewUrl: null,
    })),
    status: 'failed',
    error: null,
  }));
  const { drafts, prices } = kept;
  yield put(message.unsentRestored({ userId: me._id, drafts, prices, outgoing }));
}

type Change = ReturnType<(typeof UNSENT_CHANGES)[number]>;

/** Writes only the changes, because other tabs use the same storage. ux.md G-10, MS-5. */
function* saveUnsent(action: Change) {
  const me = yield* selectState(selectCurrentUser);
  const { unsentUserId, drafts: texts, prices: typedPrices } = yield* selectState((state) => state.message);
  if (!me || me._id !== unsentUserId) return;
  const { drafts, outgoing, prices } = readSavedUnsent(me._id);
  const settled: { conversationId?: string; clientId?: string | null }[] =
    'messages' in action.payload ? action.payload.messages : [action.payload];
  const rest = outgoing.filter(({ clientId }) => !settled.some((one) => one.clientId === clientId));
  if (message.draftChanged.match(action) || message.messageSent.match(action)) {
    const { conversationId } = action.payload;
    drafts[conversationId] = texts[conversationId] ?? '';
    if (drafts[conversationId] === '') delete drafts[conversationId];
  }
  if (message.priceChanged.match(action) || message.messageSent.match(action)) {
    const { conversationId } = action.payload;
    prices[conversationId] = typedPrices[conversationId] ?? '';
    if (prices[conversationId] === '') delete prices[conversationId];
  }
  if (message.messageSent.match(action)) {
    const { attachments, ...sent } = action.payload;
    const files = attachments.flatMap(({ fileId, kind, name }) => (fileId ? { fileId, kind, name } : []));
    rest.push({ ...sent, files });
  }
  const isKept = Object.keys({ ...drafts, ...prices }).length + rest.length > 0;
  if (isKept) unsentStore(me._id).write({ drafts, outgoing: rest, prices });
  else unsentStore(me._id).remove();
}

function* releasePreviews() {
  const { attachments, outgoing } = yield* selectState((state) => state.message);
  const shown = new Set(
    [...Object.values(attachments).flat(), ...outgoing.flatMap((one) => one.attachments)].map(
      (attachment: Attachment) => attachment.previewUrl,
    ),
  );
  for (const url of previewUrls) {
    if (shown.has(url)) continue;
    URL.revokeObjectURL(url);
    previewUrls.delete(url);
  }
}

function recordPreview({ payload: { attachment } }: ReturnType<typeof message.attachmentPicked>) {
  if (attachment.previewUrl) previewUrls.add(attachment.previewUrl);
}

const UNSENT_CHANGES = [
  message.draftChanged,
  message.priceChanged,
  message.messageSent,
  message.messageReceived,
  message.threadLoaded,
  message.messagesMerged,
  message.outgoingDiscarded,
];

export function* unsentSaga() {
  yield takeEvery(message.inboxShown, restoreUnsent);
  yield takeEvery(UNSENT_CHANGES, saveUnsent);
  yield takeEvery(message.attachmentPicked, recordPreview);
  yield takeEvery(
    [message.attachmentRemoved, message.messageReceived, message.outgoingDiscarded, loggedOut],
    releasePreviews,
  );
}
