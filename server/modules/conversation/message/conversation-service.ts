import type { z } from 'zod';
import type { Conversation } from '@contract/conversation/message-schemas';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { rooms } from '../../../realtime/publish';
import type { PeopleService, PersonView } from '../../identity/people/people-service';
import type { Asker, ConversationRepository, Membership } from './conversation-repository';
import type { Delivery } from './message-delivery';
import { getSendError, getOpenError } from './message-policy';
import type { MessageRepository } from './message-repository';
import { findRelation } from './relation-sql';

type ConversationView = z.input<typeof Conversation>;

/** Who calls, and from where; every call has both. */
export interface Caller {
  actor: Actor;
  /** Two letters; null when it cannot be told. */
  country: string | null;
}

export const askerOf = ({ actor, country }: Caller): Asker => ({ id: actor.id, country });

/** @throws AppError with the reason why the member may not write in this conversation. */
export function assertCanWrite(actor: Actor, membership: Membership): void {
  const why = getSendError(actor, membership);
  if (why) throw new AppError(why);
}

export interface ConversationDeps {
  conversations: ConversationRepository;
  messages: MessageRepository;
  delivery: Delivery;
  people: Pick<PeopleService, 'views'>;
}

/** Private conversations between two people. Whoever is not in one, or kept out of it, hears that it does not exist. */
export function createConversationService(
  { db, clock, publisher }: Pick<ServerContext, 'db' | 'clock' | 'publisher'>,
  { conversations, messages, delivery, people }: ConversationDeps,
) {
  /** @throws AppError ENTITY_NOT_FOUND for everybody but a member. */
  const getMembership = async (caller: Caller, id: string): Promise<Membership> =>
    requireFound(await conversations.find(askerOf(caller), id, clock.now()));

  /** The same for reading: a fan whom the creator blocks keeps the messages they bought. Promises M-21. */
  async function getReadable(caller: Caller, id: string): Promise<Membership> {
    const membership = await conversations.find(askerOf(caller), id, clock.now());
    return membership ?? requireFound(await conversations.findBought(askerOf(caller), id, clock.now()));
  }

  async function get(caller: Caller, id: string): Promise<ConversationView> {
    const membership = await getReadable(caller, id);
    const views = await people.views([membership.otherId], caller.actor);
    return presentConversation(membership, caller.actor, views.get(membership.otherId));
  }

  return {
    getMembership,

    getReadable,

    get,

    /** Newest message first; three queries for any number. */
    async list(
      caller: Caller,
      query: EndpointPart<'listConversations', 'query'>,
    ): Promise<EndpointReply<'listConversations'>> {
      if (query.type !== undefined && query.type !== 'private') return { data: [], total: 0 };
      const { rows, total } = await conversations.list(askerOf(caller), query, clock.now());
      const views = await people.views(
        rows.map((row) => row.otherId),
        caller.actor,
      );
      return { data: rows.map((row) => presentConversation(row, caller.actor, views.get(row.otherId))), total };
    },

    /**
     * The conversation with somebody, made when there is none yet.
     *
     * @param input.source kind of the other party.
     * @throws AppError MESSAGE_TO_SELF; ENTITY_NOT_FOUND for unknown people and creators who keep the caller out;
     * FORBIDDEN for people whom the caller may not write to.
     */
    async open(caller: Caller, { source, sourceId }: EndpointPart<'createConversation', 'body'>) {
      const { actor, country } = caller;
      if (sourceId === actor.id) throw new AppError('MESSAGE_TO_SELF');
      // Before anything is looked up, so that fans cannot find out who else is here.
      if (actor.kind === 'user' && source === 'user') throw new AppError('FORBIDDEN');
      const now = clock.now();
      const id = await inTransaction(db, async (tx) => {
        const relation = requireFound(await findRelation(tx, { one: actor.id, other: sourceId, country, now }));
        const isOtherActive = relation.otherStatus === 'active';
        if (relation.otherKind !== source || relation.isBlocked) throw new AppError('ENTITY_NOT_FOUND');
        const existing = await conversations.findUsed(actor.id, sourceId, tx);
        if (existing) return existing;
        if (!isOtherActive) throw new AppError('ENTITY_NOT_FOUND');
        const why = getOpenError({ ...relation, kind: actor.kind, isOtherActive });
        if (why) throw new AppError(why);
        return conversations.open([actor.id, sourceId], { openedBy: actor.id, now }, tx);
      });
      return get(caller, id);
    },

    /**
     * Silences a conversation for the caller, or closes it to the other party, who is not told. What is left out stays.
     *
     * @throws AppError ENTITY_NOT_FOUND for everybody but a member.
     */
    async updateSettings(
      caller: Caller,
      id: string,
      { isMuted, isClosed }: EndpointPart<'updateConversationSettings', 'body'>,
    ): Promise<ConversationView> {
      const { actor } = caller;
      await getMembership(caller, id);
      const now = clock.now();
      await inTransaction(db, async (tx) => {
        const change = {
          ...(isMuted !== undefined && { mutedAt: isMuted ? now : null }),
          ...(isClosed !== undefined && { closedAt: isClosed ? now : null }),
        };
        if (Object.keys(change).length === 0) return;
        await conversations.updateMember(id, actor.id, change, tx);
        tx.afterCommit(() => delivery.announceUnread(actor.id));
      });
      return get(caller, id);
    },

    async countUnread(caller: Caller): Promise<EndpointReply<'countUnread'>> {
      return { total: await conversations.countUnread(askerOf(caller)) };
    },

    /**
     * Marks a conversation read, tells the caller's tabs the new count, and both sides up to where it was seen; only the
     * caller's, when they send no receipts.
     */
    async readAll(caller: Caller, id: string): Promise<{ ok: true }> {
      const { actor } = caller;
      const { otherId, isBlocked } = await getReadable(caller, id);
      // The creator is not told of a fan they block.
      if (isBlocked) return { ok: true };
      await inTransaction(db, async (tx) => {
        const { lastSequence } = requireFound(await conversations.lock(id, tx));
        const now = clock.now();
        const before = await conversations.markRead(id, actor.id, lastSequence, tx);
        const isTold = await conversations.sendsReceipts(actor.id, tx);
        if (isTold) await messages.markSeen(id, { readerId: actor.id, after: before, upTo: lastSequence, now }, tx);
        tx.afterCommit(() => {
          const seen = { conversationId: id, userId: actor.id, sequence: lastSequence, seenAt: now.toISOString() };
          if (before < lastSequence) {
            for (const accountId of isTold ? [otherId, actor.id] : [actor.id]) {
              publisher.publish('message_seen', rooms.account(accountId), seen);
            }
          }
          return delivery.announceUnread(actor.id);
        });
      });
      return { ok: true };
    },
  };
}

/** A private conversation as `actor` sees it; wire contract 3.17. */
function presentConversation(
  membership: Membership,
  actor: Actor,
  recipient: PersonView | undefined,
): ConversationView {
  const { conversation: row, otherId, otherKind, unread, lastReadSequence } = membership;
  const why = getSendError(actor, membership);
  return {
    _id: row.id,
    type: row.type,
    recipients: [
      { source: actor.kind, sourceId: actor.id },
      { source: otherKind, sourceId: otherId },
    ],
    recipientInfo: recipient ? { ...recipient, isOnline: recipient.isOnline && !membership.isBlocked } : null,
    lastMessage: membership.isBlocked ? '' : row.lastMessage,
    lastSenderId: row.lastSenderId,
    lastMessageCreatedAt: row.lastMessageCreatedAt?.toISOString() ?? null,
    totalNotSeenMessages: unread,
    // Creators always get true. Wire contract 3.17.
    isSubscribed: actor.kind === 'performer' || membership.isSubscribed,
    // Creators read of their own blocks; a blocked fan sees a conversation only where they bought something in it.
    isBlocked: membership.hasBlocked || membership.isBlocked,
    canWrite: why === null,
    opensBySubscribing: why === 'NOT_SUBSCRIBED',
    isMuted: membership.mutedAt !== null,
    isClosed: membership.closedAt !== null,
    lastSequence: row.lastSequence,
    lastSeenSequence: lastReadSequence,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
