import { delay, put, race, take, takeEvery } from 'redux-saga/effects';
import { messageRoutes } from '@contract/conversation/message-routes';
import { referenceRoutes } from '@contract/site/reference-routes';
import { withFailure } from '@/store/with-failure';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { takeLeadingBy } from '@/store/take-by';
import { sendFile } from '@/store/upload-channel';
import { selectMessages, type Attachment } from './message-state';
import * as message from './message-slice';

/** Wire contract 1.7. */
const POLL_INTERVAL_MS = 5_000;
const MAX_POLLS = 240;
/** If a link fails again within this time, it is not renewed: the file itself may be broken. */
const LINK_PAUSE_MS = 30_000;

const uploadRoutes = {
  photo: messageRoutes.uploadMessagePhoto,
  video: messageRoutes.uploadMessageVideo,
  audio: messageRoutes.uploadMessageFile,
} as const;

type ById = { type: string; payload?: { localId?: string } };

function* handleAttachment({ payload }: ReturnType<typeof message.attachmentPicked>) {
  const { conversationId, file } = payload;
  const { localId } = payload.attachment;
  const takeOfAttachment = (creator: { match(action: { type: string }): boolean }) =>
    take((action: ById) => creator.match(action) && action.payload?.localId === localId);
  let attachment = payload.attachment;
  const change = (part: Partial<Attachment>) => {
    attachment = { ...attachment, ...part };
    return put(message.attachmentChanged({ conversationId, attachment }));
  };
  while (true) {
    yield change({ status: 'uploading', progress: 0, error: null });
    const { removed } = (yield race({
      sent: uploadAttachment(attachment.kind, file, change),
      removed: takeOfAttachment(message.attachmentRemoved),
    })) as { removed?: unknown };
    if (removed || attachment.status === 'ready') break;
    const { again } = (yield race({
      again: takeOfAttachment(message.attachmentRetried),
      removed: takeOfAttachment(message.attachmentRemoved),
    })) as { again?: unknown };
    if (!again) break;
  }
}

function* uploadAttachment(kind: Attachment['kind'], file: File, change: (part: Partial<Attachment>) => unknown) {
  const sent = yield* sendFile(uploadRoutes[kind], file, (progress) => change({ progress }));
  if ('error' in sent) yield change({ status: 'failed', ...sent });
  else yield change({ status: 'ready', progress: 1, fileId: sent.reply._id });
}

const fetchFileStatus = (messageId: string, fileId: string) =>
  callEndpoint(referenceRoutes.getFileStatus, {
    params: { id: fileId },
    query: { target: 'messageId', targetId: messageId },
  });

/** Polls, because no socket event reports the end of processing. */
function* pollFile({ payload: { messageId, fileId } }: ReturnType<typeof message.processingFileViewed>) {
  const find = function* find() {
    const files = (yield* selectState(selectMessages))[messageId]?.files ?? [];
    return files.find((file) => file._id === fileId);
  };
  for (let turn = 0; turn < MAX_POLLS && (yield* find())?.status === 'processing'; turn += 1) {
    yield delay(POLL_INTERVAL_MS);
    try {
      const file = yield* fetchFileStatus(messageId, fileId);
      if (file.status !== 'processing') yield put(message.fileChanged({ messageId, file }));
    } catch {
      // Offline: the next poll tries again.
    }
  }
}

const renewLink = withFailure(function* read({ payload }: ReturnType<typeof message.fileLinkExpired>) {
  const { messageId, fileId } = payload;
  yield put(message.fileChanged({ messageId, file: yield* fetchFileStatus(messageId, fileId) }));
  yield delay(LINK_PAUSE_MS);
});

export function* fileSaga() {
  yield takeEvery(message.attachmentPicked, handleAttachment);
  yield takeLeadingBy(
    message.processingFileViewed,
    ({ payload }) => `${payload.messageId}/${payload.fileId}`,
    pollFile,
  );
  // By file, because a player requests a new link only once: a request for another file must not replace it.
  yield takeLeadingBy(message.fileLinkExpired, ({ payload }) => payload.fileId, renewLink);
}
