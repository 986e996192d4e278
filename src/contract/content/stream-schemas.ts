import { z } from 'zod';
import {
  Dollars,
  DollarsInput,
  Flag,
  IsoDate,
  KeyParams,
  ListQuery,
  ObjectId,
  SignedDollars,
  Success,
  byId,
  byIdIfAllowed,
  getPage,
  stamps,
} from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { line, requiredLine, text } from '../base/field-schemas';
import { Conversation, Message } from '../conversation/message-entities';
import { PerformerPublic, UserPublic } from '../identity/people-schemas';
import type { streamRoutes } from './stream-routes';
import { PAYER_ERRORS, SELLER_ERRORS } from '../base/payment-errors';

export const StreamType = z.enum(['public', 'group', 'private']);

/** Accounts that can enter a show; our extension. */
export const StreamAudience = z.enum(['everyone', 'followers', 'subscribers']);

/** Accounts that need a ticket: the whole audience, or only accounts outside it, which enter by ticket. Our extension. */
const TicketFor = z.enum(['audience', 'others']);

/** Our extension. */
const ChatRules = z.object({
  /** Minimum seconds between two messages of one viewer. */
  slowSeconds: z.number().int().min(0).max(600),
  writers: StreamAudience,
  emoteOnly: z.boolean(),
});

const Goal = z.object({ text: line(80), amount: Dollars });
const GoalInput = z.object({ text: line(80), amount: DollarsInput });

/** A performer's show. Wire contract 3.19; `audience` and all fields after it are our extension. */
export const Stream = z.object({
  ...stamps,
  performerId: ObjectId,
  performerInfo: PerformerPublic.nullish(),
  title: z.string(),
  description: z.string(),
  type: StreamType,
  /** New for each show; also the name of the video channel. */
  sessionId: z.string(),
  /** 0 or 1 in compatible backends: test only whether it is truthy. */
  isStreaming: z.union([z.boolean(), z.number()]),
  /** Seconds. */
  streamingTime: z.number(),
  lastStreamingTime: IsoDate.nullish(),
  isFree: z.boolean(),
  price: Dollars.nullish(),
  stats: z.object({ members: z.number(), likes: z.number() }),
  conversationId: ObjectId.nullish(),
  isSubscribed: z.boolean().optional(),
  /** Whether the viewer needs no further ticket. */
  hasPurchased: z.boolean().optional(),
  audience: StreamAudience.optional(),
  ticketFor: TicketFor.optional(),
  /** Price per minute of a private show, or null if none can be requested; in a group show, the price for each member. */
  minutePrice: Dollars.nullish(),
  startedAt: IsoDate.nullish(),
  endedAt: IsoDate.nullish(),
  /** When the host's media stopped arriving; null while it arrives. */
  hostAwaySince: IsoDate.nullish(),
  goal: Goal.extend({ raised: Dollars }).nullish(),
  chat: ChatRules.optional(),
  pinnedMessage: Message.nullish(),
  isRecorded: z.boolean().optional(),
});

/** Clients of two API variants read this differently, so the stream is at the top level and in `stream`. Wire contract 6. */
export const LiveStream = Stream.extend({ stream: Stream, conversation: Conversation });

/** A show for one fan: requested, or accepted once `isStreaming` is set. Wire contract 2.18. */
export const PrivateChat = z.object({
  conversation: Conversation,
  sessionId: z.string(),
  price: Dollars,
  streamId: ObjectId,
  isStreaming: z.union([z.boolean(), z.number()]).optional(),
  user: UserPublic.optional(),
});

/** `asked` and `running` are active, all others final; `endedBy` says why a show ended. */
const SeatState = z.enum(['asked', 'running', 'declined', 'withdrawn', 'expired', 'ended']);
const SeatEnd = z.enum(['fan', 'host', 'wallet', 'limit', 'hostGone', 'operator', 'access']);

/** One fan's place in a private or group show that is paid by the minute, as the fan and the host see it. Our extension. */
export const ShowSeat = z.object({
  ...stamps,
  streamId: ObjectId,
  conversationId: ObjectId,
  sessionId: z.string(),
  type: z.enum(['private', 'group']),
  performer: PerformerPublic.nullish(),
  user: UserPublic.nullish(),
  state: SeatState,
  endedBy: SeatEnd.nullish(),
  price: Dollars,
  note: z.string(),
  /** Deadline for the host to accept. */
  answerBy: IsoDate.nullish(),
  startedAt: IsoDate.nullish(),
  endedAt: IsoDate.nullish(),
  /** End of the time paid for; the clock stops while the host is away. */
  paidUntil: IsoDate.nullish(),
  minutes: z.number().int(),
  /** Paid so far, minus refunds. */
  cost: Dollars,
  /** The host's share of `cost`; sent to the host only. */
  earned: Dollars.optional(),
  hostAwaySince: IsoDate.nullish(),
});

/** How a browser gets the media; depends on the site's streaming engine. Our extension. */
const StreamAccess = z.discriminatedUnion('engine', [
  z.object({
    engine: z.literal('embedded'),
    /** Valid for one connection; empty for guests, who use `hls`. */
    ticket: z.string(),
    iceServers: z.array(
      z.object({ urls: z.array(z.string()), username: z.string().optional(), credential: z.string().optional() }),
    ),
    /** Delayed by some seconds, for networks that block WebRTC and for large audiences; null for the host. */
    hls: z.string().nullable(),
    /** Only `hls` is available, because the viewer is a guest or the engine has reached its maximum of viewers. */
    isFull: z.boolean(),
  }),
  z.object({
    engine: z.literal('agora'),
    appId: z.string(),
    channel: z.string(),
    uid: z.number().int(),
    /** The host's user id; unknown if the host uses an old client. */
    hostUid: z.number().int().optional(),
    token: z.string(),
    expiresAt: IsoDate,
  }),
  z.object({ engine: z.literal('livekit'), url: z.string(), token: z.string(), expiresAt: IsoDate }),
]);

const StreamSummary = z.object({
  streamId: ObjectId,
  title: z.string(),
  startedAt: IsoDate.nullish(),
  endedAt: IsoDate.nullish(),
  /** Seconds. */
  duration: z.number(),
  /** Accounts in total, and the peak at one time, including guests. */
  viewers: z.number().int(),
  peakViewers: z.number().int(),
  newFollowers: z.number().int(),
  newSubscribers: z.number().int(),
  /** Number of payments by kind, and their total without tax. */
  tips: z.object({ count: z.number().int(), amount: Dollars }),
  tickets: z.object({ count: z.number().int(), amount: Dollars }),
  /** Tickets whose money went back, or goes back because the show was too short. Not part of the sums. */
  refundedTickets: z.object({ count: z.number().int(), amount: Dollars }).optional(),
  minutes: z.object({ count: z.number().int(), amount: Dollars }),
  commission: Dollars,
  /** The host's share, minus later refunds. */
  earned: SignedDollars,
  muted: z.number().int(),
  banned: z.number().int(),
  /** The draft video made from the recording, even while it is being made; null without a recording. */
  replayVideoId: ObjectId.nullish(),
});

const StreamFields = z.object({
  title: requiredLine(200),
  description: text(2000),
  isFree: z.boolean(),
  price: DollarsInput.nullish(),
  audience: StreamAudience.optional(),
  ticketFor: TicketFor.optional(),
  minutePrice: DollarsInput.nullish(),
  goal: GoalInput.nullish(),
  isRecorded: z.boolean().optional(),
});

const StreamChange = StreamFields.partial().extend({
  chat: ChatRules.partial().optional(),
  pinnedMessageId: ObjectId.nullish(),
});

const RestrictionKind = z.enum(['mute', 'ban']);

const minuteErrors = [
  'NOT_ENOUGH_BALANCE',
  'PRICE_CHANGED',
  'STREAM_OFFLINE',
  'SHOW_RUNNING',
  ...PAYER_ERRORS,
  ...SELLER_ERRORS,
  'SPENDING_LIMIT_REACHED',
] as const;

export const streamSchemas = {
  startStream: {
    summary: 'Prepare a show with a new session; it is live once the socket says so',
    mark: 'seen',
    body: StreamFields.extend({ type: z.enum(['public', 'group']).optional() }),
    data: LiveStream,
    errors: ['DOCUMENTS_NOT_APPROVED', 'PRICE_OUT_OF_BOUNDS', 'MISSING_REQUIRED_PROPS', 'SHOW_RUNNING'],
  },
  updateLiveStream: {
    ...byId,
    summary: 'Change an own show',
    body: StreamChange,
    data: Stream,
    errors: ['ENTITY_NOT_FOUND', 'PRICE_OUT_OF_BOUNDS', 'MISSING_REQUIRED_PROPS'],
  },
  updateStream: {
    summary: "Change the performer's current show, or the one named",
    mark: 'seen-path',
    body: StreamChange.extend({ streamId: ObjectId.optional() }),
    data: Stream,
    errors: ['ENTITY_NOT_FOUND', 'PRICE_OUT_OF_BOUNDS', 'MISSING_REQUIRED_PROPS'],
  },
  setStreamDuration: {
    summary: 'Tell how long the show runs; the client repeats it and the time only grows',
    mark: 'seen',
    /** `duration` in seconds. */
    body: z.object({ streamId: ObjectId, duration: z.number().int().min(1) }),
    data: z.object({ updated: z.literal(true) }),
    errors: ['ENTITY_NOT_FOUND'],
  },
  joinStream: {
    summary: "The running show of a performer, whose id or username it takes; says whether the caller's seat is paid",
    mark: 'seen',
    params: KeyParams,
    data: LiveStream,
    errors: ['ENTITY_NOT_FOUND', 'REMOVED_FROM_SHOW', 'NOT_SUBSCRIBED', 'NOT_FOLLOWING', 'STREAM_OFFLINE'],
  },
  createStreamToken: {
    summary: 'A token for the video channel of a session, valid for an hour',
    mark: 'seen',
    body: z.object({ channelName: z.string().min(1).max(64) }),
    data: z.string(),
    errors: [
      'PROVIDER_NOT_CONFIGURED',
      'ENTITY_NOT_FOUND',
      'FORBIDDEN',
      'REMOVED_FROM_SHOW',
      'NOT_SUBSCRIBED',
      'NOT_FOLLOWING',
      'TICKET_REQUIRED',
      'STREAM_OFFLINE',
    ],
  },
  searchStreams: {
    summary: 'Shows that are live now',
    mark: 'seen',
    query: ListQuery.extend({ performerId: ObjectId.optional(), isFree: Flag.optional() }),
    data: getPage(Stream),
  },
  requestPrivateChat: {
    ...byId,
    summary: 'Ask a performer for a private show; the id is the performer, the price the one that was seen',
    body: z.object({ price: DollarsInput.optional(), userNote: text(500).optional() }),
    data: PrivateChat,
    errors: ['ENTITY_NOT_FOUND', 'REMOVED_FROM_SHOW', 'NOT_SUBSCRIBED', 'NOT_FOLLOWING', ...minuteErrors],
  },
  acceptPrivateChat: {
    ...byIdIfAllowed,
    summary: 'Accept a private show and charge its first minute; the id is its conversation',
    data: PrivateChat,
    errors: ['ENTITY_NOT_FOUND', 'FORBIDDEN', 'REQUEST_OVER', 'SHOW_RUNNING', 'NOT_ENOUGH_BALANCE'],
  },
  declinePrivateChat: {
    ...byIdIfAllowed,
    summary: 'Refuse a private show, or take the request back; the id is its conversation',
    data: z.object({ declined: z.literal(true) }),
    errors: ['ENTITY_NOT_FOUND', 'FORBIDDEN', 'REQUEST_OVER'],
  },
  getOwnStream: {
    summary: "The performer's show that is prepared or live, for after a reload; null without one",
    mark: 'assumed',
    data: LiveStream.extend({ tips: Dollars, earned: Dollars }).nullable(),
  },
  endStream: { ...byId, mark: 'assumed', summary: 'End an own show', data: StreamSummary },
  getStreamSummary: { ...byId, mark: 'assumed', summary: 'What an own show came to', data: StreamSummary },
  listStreamViewers: {
    ...byId,
    mark: 'assumed',
    summary: 'Who is in an own show now, those who spent most first',
    query: ListQuery,
    data: getPage(
      z.object({ user: UserPublic, since: IsoDate, spent: Dollars, isMuted: z.boolean(), isSubscribed: z.boolean() }),
    ),
  },
  listRestrictions: {
    ...byId,
    mark: 'assumed',
    summary: 'Who is muted in an own show or was removed from it, for after a reload; the newest 500',
    data: z.object({
      data: z.array(
        z.object({
          userId: ObjectId,
          name: z.string(),
          kind: RestrictionKind,
          /** End of a mute; null if it lasts until the show ends. */
          until: IsoDate.nullable(),
        }),
      ),
    }),
  },
  restrictViewer: {
    ...byIdIfAllowed,
    mark: 'assumed',
    summary: 'Mute a viewer of an own show for some minutes, or remove them until it ends',
    body: z.object({
      userId: ObjectId,
      kind: RestrictionKind,
      /** Duration of a mute; if absent, until the show ends. */
      minutes: z.number().int().min(1).max(1440).optional(),
    }),
    data: Success,
    errors: ['ENTITY_NOT_FOUND', 'FORBIDDEN', 'STREAM_OFFLINE'],
  },
  liftRestriction: {
    ...byId,
    mark: 'assumed',
    summary: 'Let a removed viewer of an own show in again, who may still be muted; otherwise let a muted one write',
    params: z.object({ id: ObjectId, userId: ObjectId }),
    data: Success,
  },
  createStreamAccess: {
    summary:
      'How to send or see the picture of a show; asked again before it expires, and refused once the right is gone',
    mark: 'assumed',
    body: z.object({ streamId: ObjectId, as: z.enum(['host', 'viewer']) }),
    data: StreamAccess,
    errors: [
      'ENTITY_NOT_FOUND',
      'FORBIDDEN',
      'REMOVED_FROM_SHOW',
      'NOT_SUBSCRIBED',
      'NOT_FOLLOWING',
      'TICKET_REQUIRED',
      'STREAM_OFFLINE',
      'UNAUTHORIZED',
    ],
  },
  connectStream: {
    summary: 'Exchange the session descriptions of WebRTC with the embedded engine',
    mark: 'assumed',
    body: z.object({ ticket: z.string().max(200), sdp: z.string().max(60_000) }),
    data: z.object({ sdp: z.string() }),
    errors: ['FORBIDDEN', 'STREAM_OFFLINE', 'PROVIDER_NOT_CONFIGURED'],
  },
  listSeats: {
    summary: "The caller's open requests and running shows by the minute, as fan or as host",
    mark: 'assumed',
    data: z.object({ data: z.array(ShowSeat) }),
  },
  getSeat: {
    ...byIdIfAllowed,
    mark: 'assumed',
    summary: 'One place in a show by the minute, running or over; the id is its own',
    data: ShowSeat,
  },
  leaveSeat: {
    ...byIdIfAllowed,
    mark: 'assumed',
    summary: 'End a show by the minute, or leave one of a group; the paid minute is not given back',
    data: ShowSeat,
  },
  joinGroupShow: {
    ...byId,
    mark: 'assumed',
    summary: 'Enter a group show and pay its first minute; the id is the show',
    body: z.object({ price: DollarsInput }),
    data: ShowSeat,
    errors: ['ENTITY_NOT_FOUND', 'REMOVED_FROM_SHOW', 'NOT_SUBSCRIBED', 'NOT_FOLLOWING', ...minuteErrors],
  },
  setShowReminder: {
    ...byId,
    mark: 'assumed',
    summary: 'Be told when an announced show begins; the id is its post',
    data: z.object({ isReminded: z.literal(true) }),
  },
  removeShowReminder: {
    ...byId,
    mark: 'assumed',
    summary: 'Not be told of an announced show; the id is its post',
    data: z.object({ isReminded: z.literal(false) }),
  },
} satisfies SchemasFor<typeof streamRoutes>;
