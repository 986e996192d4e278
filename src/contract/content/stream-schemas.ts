import { z } from 'zod';
import {
  Dollars,
  Flag,
  IsoDate,
  KeyParams,
  ListQuery,
  ObjectId,
  byId,
  byIdIfAllowed,
  getPage,
  stamps,
} from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { requiredLine, text } from '../base/field-schemas';
import { Conversation } from '../conversation/message-entities';
import { PerformerPublic, UserPublic } from '../identity/people-schemas';
import type { streamRoutes } from './stream-routes';

export const StreamType = z.enum(['public', 'group', 'private']);

/** Whom a public show lets in; ours. */
export const StreamAudience = z.enum(['everyone', 'subscribers']);

/** A performer's show. Wire contract 3.19. */
export const Stream = z.object({
  ...stamps,
  performerId: ObjectId,
  performerInfo: PerformerPublic.nullish(),
  title: z.string(),
  description: z.string(),
  type: StreamType,
  /** New each time; also the name of the video channel. */
  sessionId: z.string(),
  /** 0 or 1 in the family: read by truthiness. */
  isStreaming: z.union([z.boolean(), z.number()]),
  /** Seconds. */
  streamingTime: z.number(),
  lastStreamingTime: IsoDate.nullish(),
  isFree: z.boolean(),
  price: Dollars.nullish(),
  audience: StreamAudience.optional(),
  stats: z.object({ members: z.number(), likes: z.number() }),
  conversationId: ObjectId.nullish(),
  /** Of the viewer. */
  isSubscribed: z.boolean().optional(),
  hasPurchased: z.boolean().optional(),
});

/** Two generations read a live reply differently: the stream goes out flat and as a member. Wire contract 6. */
export const LiveStream = Stream.extend({ stream: Stream, conversation: Conversation });

/** A show for one fan: asked for, or accepted once `isStreaming` is there. Wire contract 2.18. */
export const PrivateChat = z.object({
  conversation: Conversation,
  sessionId: z.string(),
  price: Dollars,
  streamId: ObjectId,
  isStreaming: z.union([z.boolean(), z.number()]).optional(),
  user: UserPublic.optional(),
});

const StreamFields = z.object({
  title: requiredLine(200),
  description: text(2000),
  isFree: z.boolean(),
  price: Dollars.nullish(),
  audience: StreamAudience.optional(),
});

export const streamSchemas = {
  startStream: {
    summary: 'Prepare a show with a new session; it is live once the socket says so',
    mark: 'seen',
    body: StreamFields,
    data: LiveStream,
    errors: ['DOCUMENTS_NOT_APPROVED', 'PRICE_OUT_OF_BOUNDS', 'MISSING_REQUIRED_PROPS'],
  },
  updateLiveStream: {
    ...byId,
    summary: 'Change an own show',
    body: StreamFields.partial(),
    data: Stream,
    errors: ['ENTITY_NOT_FOUND', 'FORBIDDEN', 'PRICE_OUT_OF_BOUNDS'],
  },
  updateStream: {
    summary: "Change the performer's current show, or the one named",
    mark: 'seen-path',
    body: StreamFields.partial().extend({ streamId: ObjectId.optional() }),
    data: Stream,
    errors: ['ENTITY_NOT_FOUND', 'FORBIDDEN', 'PRICE_OUT_OF_BOUNDS'],
  },
  setStreamDuration: {
    summary: 'Tell how long the show runs; the client repeats it and the time only grows',
    mark: 'seen',
    /** Seconds. */
    body: z.object({ streamId: ObjectId, duration: z.number().int().min(1) }),
    data: z.object({ updated: z.literal(true) }),
    errors: ['ENTITY_NOT_FOUND', 'FORBIDDEN'],
  },
  joinStream: {
    summary: "The running show of a performer, whose id or username it takes; says whether the caller's seat is paid",
    mark: 'seen',
    params: KeyParams,
    data: LiveStream,
    errors: ['ENTITY_NOT_FOUND', 'NOT_SUBSCRIBED', 'STREAM_OFFLINE'],
  },
  createStreamToken: {
    summary: 'A token for the video channel of a session, valid for an hour',
    mark: 'seen',
    body: z.object({ channelName: z.string().min(1).max(64) }),
    data: z.string(),
    errors: ['PROVIDER_NOT_CONFIGURED', 'ENTITY_NOT_FOUND', 'FORBIDDEN'],
  },
  searchStreams: {
    summary: 'Shows that are live now',
    mark: 'seen',
    query: ListQuery.extend({ performerId: ObjectId.optional(), isFree: Flag.optional() }),
    data: getPage(Stream),
  },
  requestPrivateChat: {
    ...byId,
    summary: 'Ask a performer for a private show; the id is the performer',
    body: z.object({ price: Dollars.optional(), userNote: text(500).optional() }),
    data: PrivateChat,
    errors: ['ENTITY_NOT_FOUND', 'NOT_SUBSCRIBED', 'NOT_ENOUGH_BALANCE', 'PRICE_OUT_OF_BOUNDS'],
  },
  acceptPrivateChat: {
    ...byIdIfAllowed,
    summary: 'Accept a private show; the id is its conversation',
    data: PrivateChat,
  },
  declinePrivateChat: {
    ...byIdIfAllowed,
    summary: 'Refuse a private show, or take the request back; the id is its conversation',
    data: z.object({ declined: z.literal(true) }),
  },
} satisfies SchemasFor<typeof streamRoutes>;
