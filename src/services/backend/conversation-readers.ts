import { file } from './file-readers';
import { person } from './people-readers';
import { andThen, readRow, type Row } from './read-row';

/** Compatible backends send no preview for a message without text, even if it has files. Wire contract 3.17. */
const getLastMessage = (row: Row): unknown =>
  row['lastMessage'] || (row['lastMessageCreatedAt'] && row['lastSenderId'] ? 'Photo or file' : row['lastMessage']);

const party = readRow({ texts: 'sourceId', words: { source: 'user' } }, { needsId: false });

export const conversation = andThen(
  readRow({
    texts: 'createdAt updatedAt',
    optionalTexts: 'name lastSenderId lastMessageCreatedAt streamId performerId',
    numbers: 'totalNotSeenMessages',
    optionalNumbers: 'lastSequence lastSeenSequence',
    optionalFlags: 'isSubscribed isBlocked canWrite opensBySubscribing isMuted isClosed',
    words: { type: 'private' },
    partLists: { recipients: party },
    parts: { recipientInfo: person },
  }),
  (row) => ({ ...row, lastMessage: getLastMessage(row) }),
);

export const message = andThen(
  readRow({
    texts: 'text createdAt updatedAt conversationId senderId',
    optionalTexts: 'fileId boughtAt tipNote clientId seenAt',
    optionalNumbers: 'tipAmount sequence price',
    flags: 'isDeleted isSale isBought',
    optionalFlags: 'isSystem',
    words: { type: 'text', senderSource: 'user' },
    partLists: { files: file },
    parts: { senderInfo: person, thumbnail: file, recipientInfo: person },
  }),
  (row, told) => {
    const ids = (row['files'] as Row[]).map(({ _id }) => _id);
    const single = row['fileId'] && ids.length === 0 ? [row['fileId']] : ids;
    return { ...row, fileIds: Array.isArray(told['fileIds']) ? told['fileIds'] : single };
  },
);

export const notification = readRow({
  texts: 'action title message createdAt updatedAt userId',
  optionalTexts: 'thumbnail refId refSource createdByModel readAt',
  flags: 'read',
  words: { type: 'account' },
  parts: { createdBy: person, reference: readRow({}, { needsId: false }) },
});
