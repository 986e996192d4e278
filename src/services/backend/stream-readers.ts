import { conversation } from './conversation-readers';
import { performer } from './people-readers';
import { andThen, isRow, readRow, type Read } from './read-row';
import { truthy } from './spellings';

export const stream = andThen(
  readRow({
    texts: 'title description performerId sessionId createdAt updatedAt',
    optionalTexts: 'lastStreamingTime conversationId audience',
    numbers: 'streamingTime',
    optionalNumbers: 'price',
    flags: 'isFree',
    optionalFlags: 'isSubscribed hasPurchased',
    words: { type: 'public' },
    stats: 'members likes',
    parts: { performerInfo: performer },
  }),
  (row) => ({ ...row, isStreaming: truthy(row['isStreaming']) }),
);

/** A show to enter: flat, or with the fields `stream` and `conversation`. Returns both forms. Wire contract 2.18. */
export const liveStream: Read = (told) => {
  const nested = isRow(told['stream']) ? told['stream'] : {};
  const chat = isRow(told['conversation']) ? conversation(told['conversation']) : null;
  const { stream: _stream, conversation: _conversation, ...flat } = told;
  const row = stream({ ...flat, ...nested });
  if (!row) return null;
  const conversationId = row['conversationId'] ?? chat?.['_id'];
  const whole = { ...row, ...(conversationId !== undefined && { conversationId }) };
  // Stands in for a chat that was not sent; without an id it cannot be opened.
  const unknown = {
    ...conversation({ _id: 'none', type: `stream_${String(row['type'])}` }),
    _id: conversationId ?? '',
  };
  return { ...whole, stream: whole, conversation: chat ?? unknown };
};
