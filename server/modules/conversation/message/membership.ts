import type { Actor, Caller } from '../../../access';
import { AppError, requireFound } from '../../../errors';
import type { ConversationViewer, Membership } from './conversation-repository';
import { getSendError } from './message-policy';
import type { Messaging } from './messaging';

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
