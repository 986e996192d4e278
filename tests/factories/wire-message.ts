import type { EndpointData } from '@contract/schemas';
import { wirePerformer } from './wire';

type WireConversation = EndpointData<'getConversation'>;
type WireMessage = EndpointData<'sendMessage'>;

export const fan = { _id: 'f00000000000000000000001' };
export const mira = wirePerformer({ _id: 'c00000000000000000000001', isSubscribed: true });

const conversationId = 'd00000000000000000000001';
const stamps = (at: string) => ({ createdAt: at, updatedAt: at });

export function wireConversation(overrides: Partial<WireConversation> = {}): WireConversation {
  return {
    _id: conversationId,
    ...stamps('2026-11-20T08:00:00.000Z'),
    type: 'private',
    recipients: [],
    recipientInfo: mira,
    totalNotSeenMessages: 0,
    isSubscribed: true,
    isBlocked: false,
    canWrite: true,
    ...overrides,
  };
}

export function wireMessage(sequence: number, overrides: Partial<WireMessage> = {}): WireMessage {
  return {
    _id: `b${sequence.toString(16).padStart(23, '0')}`,
    ...stamps(new Date(Date.UTC(2026, 10, 21, 8, 0, sequence)).toISOString()),
    conversationId,
    senderId: mira._id,
    senderSource: 'performer',
    type: 'text',
    text: `text ${sequence}`,
    fileIds: [],
    files: [],
    isDeleted: false,
    isSale: false,
    isBought: false,
    sequence,
    ...overrides,
  };
}

export const wireMessages = (count: number, overrides: Partial<WireMessage> = {}): WireMessage[] =>
  Array.from({ length: count }, (_, index) => wireMessage(index + 1, overrides));

/** A page of messages as the server sends it: newest first, between the two sequence numbers. */
export function newestFirst(stored: readonly WireMessage[], query: Record<string, unknown>) {
  const { limit = 25, offset = 0, afterSequence = 0, beforeSequence = Infinity } = query as Record<string, number>;
  const within = stored.filter(
    ({ sequence }) => sequence === undefined || (sequence > afterSequence && sequence < beforeSequence),
  );
  return { data: within.toReversed().slice(offset, offset + limit), total: within.length };
}
