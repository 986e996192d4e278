import type { ErrorCode } from '@contract/base/errors';
import type { Caller } from '../../../access';
import { AppError } from '../../../errors';
import type { streams } from '../../../db/schema/streams';

type ShowRow = typeof streams.$inferSelect;

export interface ShowRelation {
  isHost: boolean;
  isModerator: boolean;
  isGuest: boolean;
  isHostHere: boolean;
  /** True if the host blocks the viewer, or the country that the request comes from. */
  isKeptOut: boolean;
  isBanned: boolean;
  /** Can enter, but not write. */
  isMuted: boolean;
  isSubscribed: boolean;
  follows: boolean;
  hasTicket: boolean;
  hasSeat: boolean;
}

/** Null if the viewer can enter, else why not. Only `TICKET_REQUIRED` can be resolved by paying. */
export type EntryRefusal = Extract<
  ErrorCode,
  'ENTITY_NOT_FOUND' | 'REMOVED_FROM_SHOW' | 'UNAUTHORIZED' | 'NOT_SUBSCRIBED' | 'NOT_FOLLOWING' | 'TICKET_REQUIRED'
> | null;

type ShowTerms = Pick<ShowRow, 'type' | 'audience' | 'price' | 'ticketFor'>;

/**
 * The only check for entering a show, used by the API, video, chat and rooms. Blocked viewers do not learn that the show
 * exists. A ticket stays valid even if the fan's subscription ends. Decisions 3, ADR 63.
 */
export function getEntryRefusal(show: ShowTerms, relation: ShowRelation): EntryRefusal {
  const { isHost, isModerator, isHostHere, isKeptOut, isBanned, hasSeat, hasTicket } = relation;
  if (isHost || isModerator) return null;
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

export const isAmong = (
  audience: ShowRow['audience'],
  { isSubscribed, follows }: Pick<ShowRelation, 'isSubscribed' | 'follows'>,
): boolean => audience === 'everyone' || isSubscribed || (audience === 'followers' && follows);

const isInAudience = ({ audience }: ShowTerms, relation: ShowRelation): boolean => isAmong(audience, relation);

const sellsToOthers = ({ price, ticketFor }: ShowTerms): boolean => price !== null && ticketFor === 'others';

function needsPayment(show: ShowTerms, relation: ShowRelation): boolean {
  if (show.type === 'group') return true;
  if (show.price === null) return false;
  return show.ticketFor === 'audience' || !isInAudience(show, relation);
}

/** @throws AppError ENTITY_NOT_FOUND, also for shows of other creators */
export function requireOwn(show: ShowRow | null, { actor }: Pick<Caller, 'actor'>): ShowRow {
  if (show?.performerId !== actor.id) throw new AppError('ENTITY_NOT_FOUND');
  return show;
}
