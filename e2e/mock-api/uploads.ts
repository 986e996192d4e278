import type { Call, Endpoints, SentFile } from './call';
import { fileUrl, storeFile } from './files';
import { Refusal, required } from './refusal';
import type { StoredFile } from './state';
import { fileView } from './views';

/** Wire contract 1.7, 1.8. */

type Kind = 'image/' | 'video/' | 'audio/';

/** @param wrongKind status for a file of the wrong kind @throws Refusal 400 if the file is missing */
function takeFile({ files }: Call, field: string, kind: Kind | undefined, wrongKind = 400): SentFile {
  const sent = files.find((file) => file.field === field);
  if (!sent) throw new Refusal(400, 'No file', 'NO_FILE');
  if (kind && !sent.mimeType.startsWith(kind)) throw new Refusal(wrongKind, 'Invalid file', 'INVALID_OR_MISSING_FILE');
  return sent;
}

/** Upload responses have thumbnails as objects with a path, not as URLs. */
const uploaded = (call: Call, file: StoredFile) => ({
  ...fileView(call.world, file, { isOpen: true, link: 'upload=1' }),
  thumbnails: [{ path: `/thumbnails/${file._id}` }],
});

const feedUpload =
  (type: string, kind: Kind) =>
  (call: Call): object => ({
    success: true,
    ...uploaded(call, storeFile(call.world, type, takeFile(call, 'file', kind))),
  });

const messageUpload =
  (type: string, kind: Kind) =>
  (call: Call): object =>
    uploaded(call, storeFile(call.world, type, takeFile(call, 'file', kind, 422)));

function storePicture(call: Call, type: 'avatar' | 'cover'): StoredFile {
  const file = storeFile(call.world, type, takeFile(call, type, 'image/'));
  call.me[type] = fileUrl(call.world, file, `type=${type}`, true);
  return file;
}

export const uploadEndpoints: Endpoints = {
  'POST /performer/feeds/photo/upload': ['performer', feedUpload('feed-photo', 'image/')],
  'POST /performer/feeds/thumbnail/upload': ['performer', feedUpload('feed-photo', 'image/')],
  'POST /performer/feeds/video/upload': ['performer', feedUpload('feed-video', 'video/')],
  'POST /performer/feeds/teaser/upload': ['performer', feedUpload('feed-video', 'video/')],
  'POST /performer/feeds/audio/upload': ['performer', feedUpload('feed-audio', 'audio/')],
  'POST /messages/public/file/photo': ['any', messageUpload('message-photo', 'image/')],
  'POST /messages/private/file/video': ['any', messageUpload('message-video', 'video/')],
  'POST /messages/private/file': [
    'any',
    (call) => {
      const field = call.files.some((file) => file.field === 'message-photo') ? 'message-photo' : 'file';
      return uploaded(call, storeFile(call.world, 'message-photo', takeFile(call, field, undefined)));
    },
  ],
  'POST /users/avatar/upload': [
    'any',
    (call) => {
      storePicture(call, 'avatar');
      return { success: true, url: call.me.avatar };
    },
  ],
  'POST /performers/avatar/upload': ['performer', (call) => uploaded(call, storePicture(call, 'avatar'))],
  'POST /performers/cover/upload': ['performer', (call) => uploaded(call, storePicture(call, 'cover'))],
  'POST /performers/welcome-video/upload': [
    'performer',
    (call) => {
      const file = storeFile(call.world, 'performer-welcome-video', takeFile(call, 'welcome-video', 'video/'));
      const path = fileUrl(call.world, file, 'welcome=1', true);
      Object.assign(call.me.page, { welcomeVideoId: file._id, welcomeVideoPath: path, welcomeVideoName: file.name });
      return uploaded(call, file);
    },
  ],
  'POST /performers/documents/upload/:type': [
    'performer',
    (call) => {
      const type = call.params['type'] ?? '';
      if (type !== 'idVerification' && type !== 'documentVerification') throw new Refusal(400, 'Invalid type');
      return storeDocument(call, type, takeFile(call, 'file', undefined));
    },
  ],
  'POST /performers/documents/upload': [
    'performer',
    (call) => {
      const sent = call.files.map((file) => storeDocument(call, file.field, file));
      if (!sent[0]) throw new Refusal(400, 'No file', 'NO_FILE');
      return sent[0];
    },
  ],
  'GET /files/:id/status': [
    'optional',
    ({ world, params, query }) => {
      const file = required(world.files.get(params['id'] ?? ''));
      return fileView(world, file, { isOpen: true, link: `${query['target'] ?? 'feedId'}=${query['targetId'] ?? ''}` });
    },
  ],
};

function storeDocument(call: Call, type: string, sent: SentFile): object {
  const file = storeFile(call.world, 'performer-document', sent);
  const { _id, mimeType } = file;
  const url = fileUrl(call.world, file, `performerId=${call.me._id}`, true);
  Object.assign(call.me.page, { [type]: { _id, url, mimeType }, [`${type}Id`]: _id });
  return { ...uploaded(call, file), url };
}
