import type { EndpointPart } from '@contract/schemas';
import type { Actor, Caller } from '../../../access';
import { AppError } from '../../../errors';
import type { UploadedFile } from '../../../http/multipart-upload';
import type { FileView } from '../../site/media/media-service';
import { assertCanWrite, getMembership } from './message-policy';
import { getTypeOfFiles, type MessageView } from './message-presenter';
import type { FileRow } from './message-repository';
import type { Messaging } from './messaging';
import { openConversation } from './open-conversation';
import { sendMessage } from './send-message';

export async function uploadMessageFile(
  messaging: Messaging,
  actor: Actor,
  file: UploadedFile | undefined,
): Promise<FileView> {
  return messaging.media.present(await storeFile(messaging, actor, file), { viewer: actor, open: true });
}

/** If there is a recipient, sends the file immediately, as older clients expect. Wire contract 2.17. */
export async function uploadAndSendMessageFile(
  messaging: Messaging,
  caller: Caller,
  file: UploadedFile | undefined,
  { recipientId, recipientType = 'user' }: EndpointPart<'uploadMessageFile', 'body'>,
): Promise<FileView | MessageView> {
  const { actor } = caller;
  if (recipientId === undefined) return uploadMessageFile(messaging, actor, file);
  const { _id } = await openConversation(messaging, caller, { source: recipientType, sourceId: recipientId });
  // Checked before anything is stored; `sendMessage` checks again.
  assertCanWrite(actor, await getMembership(messaging, caller, _id));
  const { id } = await storeFile(messaging, actor, file);
  return sendMessage(messaging, caller, _id, { fileIds: [id] });
}

/**
 * The file stays private and unprocessed until it is sent. `message-audio` is our extension, wire contract 1.7.
 * @throws AppError NO_FILE, WRONG_MEDIA_KIND, INVALID_IMAGE, INVALID_OR_MISSING_FILE
 */
async function storeFile({ media }: Messaging, actor: Actor, file: UploadedFile | undefined): Promise<FileRow> {
  if (!file) throw new AppError('NO_FILE');
  const type = getTypeOfFiles([file]);
  if (type === null) throw new AppError('WRONG_MEDIA_KIND');
  return media.store(file, { ownerId: actor.id, type: `message-${type}`, isDeferred: true });
}
