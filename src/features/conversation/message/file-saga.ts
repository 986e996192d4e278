import { delay, put, race, take, takeEvery } from 'redux-saga/effects';
import { messageRoutes } from '@contract/conversation/message-routes';
import { referenceRoutes } from '@contract/site/reference-routes';
import { withFailure } from '@/store/with-failure';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { takeLeadingBy } from '@/store/take-by';
import { sendFile } from '@/store/upload-channel';
import { selectMessages, type Attachment } from './message-state';
import * as message from './message-slice';

/** Milliseconds between two looks at a file that is being prepared, and how often at most. Wire contract 1.7. */
const pollMs = 5_000;
const mostPolls = 240;
/** Milliseconds in which a link that fails again is not asked for again: the file itself may be broken. */
const linkPauseMs = 30_000;

const uploadRoutes = {
  photo: messageRoutes.uploadMessagePhoto,
  video: messageRoutes.uploadMessageVideo,
  audio: messageRoutes.uploadMessageFile,
} as const;

type ById = { type: string; payload?: { localId?: string } };

/** Sends a file up until it is there, was taken out, or stays failed; a failed one can be tried again. */
function* upload({ payload }: ReturnType<typeof message.attachmentPicked>) {
  const { conversationId, file } = payload;
  const { localId } = payload.attachment;
  const concerns = (creator: { match(action: { type: string }): boolean }) =>
    take((action: ById) => creator.match(action) && action.payload?.localId === localId);
  let attachment = payload.attachment;
  const change = (part: Partial<Attachment>) => {
    attachment = { ...attachment, ...part };
    return put(message.attachmentChanged({ conversationId, attachment }));
  };
  while (true) {
    yield change({ status: 'uploading', progress: 0, error: null });
    const { removed } = (yield race({
      sent: sendUp(attachment.kind, file, change),
      removed: concerns(message.attachmentRemoved),
    })) as { removed?: unknown };
    if (removed || attachment.status === 'ready') break;
    const { again } = (yield race({
      again: concerns(message.attachmentRetried),
      removed: concerns(message.attachmentRemoved),
    })) as { again?: unknown };
    if (!again) break;
  }
}

function* sendUp(kind: Attachment['kind'], file: File, change: (part: Partial<Attachment>) => unknown) {
  const sent = yield* sendFile(uploadRoutes[kind], file, (progress) => change({ progress }));
  if ('error' in sent) yield change({ status: 'failed', ...sent });
  else yield change({ status: 'ready', progress: 1, fileId: sent.reply._id });
}

const readFile = (messageId: string, fileId: string) =>
  callEndpoint(referenceRoutes.getFileStatus, {
    params: { id: fileId },
    query: { target: 'messageId', targetId: messageId },
  });

/** Looks after a film until it can be played. No event tells of it. */
function* follow({ payload: { messageId, fileId } }: ReturnType<typeof message.fileAwaited>) {
  const find = function* find() {
    const files = (yield* selectState(selectMessages))[messageId]?.files ?? [];
    return files.find((file) => file._id === fileId);
  };
  for (let turn = 0; turn < mostPolls && (yield* find())?.status === 'processing'; turn += 1) {
    yield delay(pollMs);
    try {
      const file = yield* readFile(messageId, fileId);
      if (file.status !== 'processing') yield put(message.fileChanged({ messageId, file }));
    } catch {
      // No connection now: ask again later.
    }
  }
}

/** Another link for a file that has one. Without a connection, or the right, the player stays where it is. */
const renew = withFailure(function* read({ payload }: ReturnType<typeof message.fileLinkExpired>) {
  const { messageId, fileId } = payload;
  yield put(message.fileChanged({ messageId, file: yield* readFile(messageId, fileId) }));
  yield delay(linkPauseMs);
});

export function* fileSaga() {
  yield takeEvery(message.attachmentPicked, upload);
  yield takeLeadingBy(message.fileAwaited, ({ payload }) => `${payload.messageId}/${payload.fileId}`, follow);
  // A player asks once: none may go without its link for another's sake.
  yield takeLeadingBy(message.fileLinkExpired, ({ payload }) => payload.fileId, renew);
}
