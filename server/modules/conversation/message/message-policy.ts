import type { z } from 'zod';
import type { ErrorCode } from '@contract/base/errors';
import type { Circle } from '@contract/identity/people-schemas';
import type { Actor, Caller } from '../../../access';
import { AppError, requireFound } from '../../../errors';
import type { Membership, ConversationViewer } from './conversation-repository';
import type { Messaging } from './messaging';

/** How one account stands to another, as far as writing to each other goes. */
export interface Relation {
  kind: Actor['kind'];
  otherKind: Actor['kind'];
  isOtherActive: boolean;
  /** Whom the other one takes messages from. */
  otherMessagesFrom: z.output<typeof Circle>;
  /** The other one's block of this account or of its country. */
  isBlocked: boolean;
  hasBlocked: boolean;
  isSubscribed: boolean;
  hasSubscriber: boolean;
  follows: boolean;
  isFollowed: boolean;
}

/** What has happened in their conversation. */
export interface Exchange {
  hasMessages: boolean;
  /** The other one wrote here themselves; a tip or an automatic welcome is no word of theirs. */
  hasOtherWritten: boolean;
}

const untouched: Exchange = { hasMessages: false, hasOtherWritten: false };

/**
 * Why an account may not write to another one; null when it may. Fans write to creators they subscribe to or who wrote to
 * them, creators to their subscribers, followers and whoever they have a conversation with. Everybody may narrow further
 * down who writes to them. Source: ux PR-6, AS-8, decisions 3.
 */
function getWriteError(relation: Relation, exchange: Exchange = untouched): ErrorCode | null {
  const error = getRuleError(relation, exchange);
  // To subscribe would not help with somebody who takes no messages at all, so that is what is said then.
  const canHelp = error === null || (error === 'NOT_SUBSCRIBED' && relation.otherMessagesFrom === 'nobody');
  return canHelp && !takesMessages(relation, exchange) ? 'MESSAGES_CLOSED' : error;
}

/** Whom they wrote to may always answer. */
function takesMessages(relation: Relation, { hasOtherWritten }: Exchange): boolean {
  if (hasOtherWritten) return true;
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
    const isLinked = relation.hasSubscriber || relation.isFollowed || exchange.hasMessages;
    // Colleagues cannot subscribe to each other.
    return isLinked || (relation.otherKind === 'performer' && relation.follows) ? null : 'FORBIDDEN';
  }
  if (relation.otherKind === 'user') return 'FORBIDDEN';
  return relation.isSubscribed || exchange.hasOtherWritten ? null : 'NOT_SUBSCRIBED';
}

/**
 * Why an account may not begin a conversation; null when it may. A fan may open one with any creator, to see there what
 * writing takes; the creator does not see it before something is written.
 */
export function getOpenError(relation: Relation): ErrorCode | null {
  const error = getWriteError(relation);
  return error === 'NOT_SUBSCRIBED' ? null : error;
}

/** Why a member may not write in this conversation; null when they may. */
export function getSendError(actor: Pick<Actor, 'kind'>, membership: Membership): ErrorCode | null {
  const relation = { ...membership, kind: actor.kind, isOtherActive: membership.otherStatus === 'active' };
  // Closed is closed, whatever the two are to each other otherwise.
  if (membership.closedAt !== null) return 'FORBIDDEN';
  if (membership.otherClosedAt !== null) return 'MESSAGES_CLOSED';
  const hasMessages = membership.conversation.lastSequence > 0;
  return getWriteError(relation, { hasMessages, hasOtherWritten: membership.hasOtherWritten });
}

export const canSell = (actor: Actor): boolean => actor.kind === 'performer';

/** The sender, or an administrator. Wire contract 2.17. */
export const canDelete = (actor: Actor, message: { senderId: string }): boolean =>
  actor.isAdmin || message.senderId === actor.id;

/** Whether what a message sells, or gives, is open to somebody of its conversation. Decisions 3. */
export const isOpenTo = (
  message: { senderId: string; isSale: boolean },
  viewerId: string,
  isBought: boolean,
): boolean => message.senderId === viewerId || !message.isSale || isBought;

export const toViewer = ({ actor, country }: Caller): ConversationViewer => ({ id: actor.id, country });

/** @throws AppError ENTITY_NOT_FOUND unless the caller is a member whom the other one does not block. */
export async function getMembership(
  { conversations, clock }: Messaging,
  caller: Caller,
  id: string,
): Promise<Membership> {
  return requireFound(await conversations.find(toViewer(caller), id, clock.now()));
}

/**
 * For reading: a fan whom the creator blocks keeps the messages they bought. Promises M-21.
 *
 * @throws AppError ENTITY_NOT_FOUND
 */
export async function getReadableMembership(
  { conversations, clock }: Messaging,
  caller: Caller,
  id: string,
): Promise<Membership> {
  const viewer = toViewer(caller);
  const membership = await conversations.find(viewer, id, clock.now());
  return membership ?? requireFound(await conversations.findBought(viewer, id, clock.now()));
}

/** @throws AppError with the reason why the member cannot write in this conversation. */
export function assertCanWrite(actor: Actor, membership: Membership): void {
  const error = getSendError(actor, membership);
  if (error) throw new AppError(error);
}
