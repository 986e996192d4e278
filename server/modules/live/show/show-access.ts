import type { ErrorCode } from '@contract/base/errors';
import type { Caller } from '../../../access';
import { AppError } from '../../../errors';
import type { streams } from '../../../db/schema/streams';

type ShowRow = typeof streams.$inferSelect;

/** How somebody stands to a show and its host, as stored. */
export interface ShowRelation {
  isHost: boolean;
  isAdmin: boolean;
  isGuest: boolean;
  /** The host's account is active and approved. */
  isHostHere: boolean;
  /** Blocked by the host, by name or by the country of the call. */
  isKeptOut: boolean;
  /** Removed from this show. */
  isBanned: boolean;
  isSubscribed: boolean;
  follows: boolean;
  hasTicket: boolean;
  /** Has a running place in a show that is paid by the minute. */
  hasSeat: boolean;
}

/** Null when they may enter; else the reason, as calls give it. `TICKET_REQUIRED` alone can be cured by paying. */
export type EntryRefusal = Extract<
  ErrorCode,
  'ENTITY_NOT_FOUND' | 'REMOVED_FROM_SHOW' | 'UNAUTHORIZED' | 'NOT_SUBSCRIBED' | 'NOT_FOLLOWING' | 'TICKET_REQUIRED'
> | null;

type ShowTerms = Pick<ShowRow, 'type' | 'audience' | 'price' | 'ticketFor'>;

/**
 * Decides who may enter a show: the calls, the picture, the chat and the rooms all ask here. Blocked people learn nothing of it; who
 * bought a ticket is in, whatever becomes of their subscription. Source: decisions 3, ADR 63.
 */
export function getEntryRefusal(show: ShowTerms, relation: ShowRelation): EntryRefusal {
  const { isHost, isAdmin, isHostHere, isKeptOut, isBanned, hasSeat, hasTicket } = relation;
  if (isHost || isAdmin) return null;
  if (isKeptOut || !isHostHere) return 'ENTITY_NOT_FOUND';
  if (isBanned) return 'REMOVED_FROM_SHOW';
  if (show.type === 'private') return hasSeat ? null : 'ENTITY_NOT_FOUND';
  if (hasSeat || hasTicket) return null;
  if (!isInAudience(show, relation) && !sellsToOthers(show)) {
    return show.audience === 'subscribers' ? 'NOT_SUBSCRIBED' : 'NOT_FOLLOWING';
  }
  if (!needsPayment(show, relation)) return null;
  return relation.isGuest ? 'UNAUTHORIZED' : 'TICKET_REQUIRED';
}

/** Whether somebody belongs to those whom a show, or its chat, is for. */
export const isAmong = (
  audience: ShowRow['audience'],
  { isSubscribed, follows }: Pick<ShowRelation, 'isSubscribed' | 'follows'>,
): boolean => audience === 'everyone' || isSubscribed || (audience === 'followers' && follows);

const isInAudience = ({ audience }: ShowTerms, relation: ShowRelation): boolean => isAmong(audience, relation);

const sellsToOthers = ({ price, ticketFor }: ShowTerms): boolean => price !== null && ticketFor === 'others';

/** Whether a ticket, or a place by the minute, is what is missing. */
function needsPayment(show: ShowTerms, relation: ShowRelation): boolean {
  if (show.type === 'group') return true;
  if (show.price === null) return false;
  return show.ticketFor === 'audience' || !isInAudience(show, relation);
}

/** A show of the caller. @throws AppError ENTITY_NOT_FOUND also for shows of others */
export function requireOwn(show: ShowRow | null, { actor }: Pick<Caller, 'actor'>): ShowRow {
  if (show?.performerId !== actor.id) throw new AppError('ENTITY_NOT_FOUND');
  return show;
}
