import type { z } from 'zod';
import type { ErrorCode } from '@contract/base/errors';
import type { Circle } from '@contract/identity/people-schemas';
import { type Actor, type Caller, may } from '../../../access';
import { AppError, requireFound } from '../../../errors';
import type { Membership, ConversationViewer } from './conversation-repository';
import type { Messaging } from './messaging';

export interface Relation {
  kind: Actor['kind'];
  otherKind: Actor['kind'];
  isOtherActive: boolean;
  otherMessagesFrom: z.output<typeof Circle>;
  /** The other account blocks this account or its country. */
  isBlocked: boolean;
  hasBlocked: boolean;
  isSubscribed: boolean;
  hasSubscriber: boolean;
  /** This account has ordered goods from the other one; `hasBuyer` is the reverse. */
  isBuyer: boolean;
  hasBuyer: boolean;
  follows: boolean;
  isFollowed: boolean;
}

export interface Exchange {
  hasMessages: boolean;
  /** False for tips and automatic welcome messages. */
  hasOtherWritten: boolean;
}

const untouched: Exchange = { hasMessages: false, hasOtherWritten: false };

/**
 * A fan can write to creators whom they subscribe to, or who have written to them; a creator to subscribers, followers and in
 * existing conversations. Each account can restrict this further. Buyer and seller of an order can always write to each other.
 * Ux PR-6, AS-8, decisions 3.
 */
function getWriteError(relation: Relation, exchange: Exchange = untouched): ErrorCode | null {
  const error = getRuleError(relation, exchange);
  // Do not suggest a subscription for an account that accepts no messages at all.
  const canHelp = error === null || (error === 'NOT_SUBSCRIBED' && relation.otherMessagesFrom === 'nobody');
  return canHelp && !takesMessages(relation, exchange) ? 'MESSAGES_CLOSED' : error;
}

/** If the other account has written here, it also accepts replies. Nobody can close their messages to an order. */
function takesMessages(relation: Relation, { hasOtherWritten }: Exchange): boolean {
  if (hasOtherWritten || relation.isBuyer || relation.hasBuyer) return true;
  const isSubscription = relation.isSubscribed || relation.hasSubscriber;
  switch (relation.otherMessagesFrom) {
    case 'everyone':
      return true;
    case 'follows':
      return isSubscription || relation.follows || relation.isFollowed;
    case 'subscriptions':
      return isSubscription;
    case 'nobody':
      return false;
  }
}

function getRuleError(relation: Relation, exchange: Exchange): ErrorCode | null {
  if (relation.isBlocked) return 'ENTITY_NOT_FOUND';
  if (relation.hasBlocked || !relation.isOtherActive) return 'FORBIDDEN';
  if (relation.kind === 'performer') {
    const isLinked = relation.hasSubscriber || relation.isFollowed || relation.hasBuyer || exchange.hasMessages;
    // Creators cannot subscribe to each other, so following is enough.
    return isLinked || (relation.otherKind === 'performer' && relation.follows) ? null : 'FORBIDDEN';
  }
  if (relation.otherKind === 'user') return 'FORBIDDEN';
  return relation.isSubscribed || relation.isBuyer || exchange.hasOtherWritten ? null : 'NOT_SUBSCRIBED';
}

/**
 * A fan can open a conversation with any creator, to see what is required for writing. The creator sees it only once it has a
 * message.
 */
export function getOpenError(relation: Relation): ErrorCode | null {
  const error = getWriteError(relation);
  return error === 'NOT_SUBSCRIBED' ? null : error;
}

export function getSendError(actor: Pick<Actor, 'kind'>, membership: Membership): ErrorCode | null {
  const relation = { ...membership, kind: actor.kind, isOtherActive: membership.otherStatus === 'active' };
  // A closed conversation overrides every other rule.
  if (membership.closedAt !== null) return 'FORBIDDEN';
  if (membership.otherClosedAt !== null) return 'MESSAGES_CLOSED';
  const hasMessages = membership.conversation.lastSequence > 0;
  return getWriteError(relation, { hasMessages, hasOtherWritten: membership.hasOtherWritten });
}

export const canSell = (actor: Actor): boolean => actor.kind === 'performer';

/** Wire contract 2.17. */
export const canDelete = (actor: Actor, message: { senderId: string }): boolean =>
  may(actor, 'moderateContent') || message.senderId === actor.id;

/** True if the viewer can see what the message sells: its files or, if it has none, its text. Decisions 3. */
export const isOpenTo = (
  message: { senderId: string; isSale: boolean },
  viewerId: string,
  isBought: boolean,
): boolean => message.senderId === viewerId || !message.isSale || isBought;

export const toViewer = ({ actor, country }: Caller): ConversationViewer => ({ id: actor.id, country });

/** @throws AppError ENTITY_NOT_FOUND unless the caller is a member and is not blocked by the other member */
export async function getMembership(
  { conversations, clock }: Messaging,
  caller: Caller,
  id: string,
): Promise<Membership> {
  return requireFound(await conversations.find(toViewer(caller), id, clock.now()));
}

/** For reading: a blocked fan can still read the messages they bought. Promises M-21. @throws AppError ENTITY_NOT_FOUND */
export async function getReadableMembership(
  { conversations, clock }: Messaging,
  caller: Caller,
  id: string,
): Promise<Membership> {
  const viewer = toViewer(caller);
  const membership = await conversations.find(viewer, id, clock.now());
  return membership ?? requireFound(await conversations.findBought(viewer, id, clock.now()));
}

export function assertCanWrite(actor: Actor, membership: Membership): void {
  const error = getSendError(actor, membership);
  if (error) throw new AppError(error);
}
