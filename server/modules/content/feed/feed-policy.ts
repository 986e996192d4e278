import { isPerformer, type Actor } from '../../../access';
import type { LiveRow } from './feed-page-repository';
import type { FeedRow } from './feed-repository';

/** Posts are made by creators whose identity was checked. Wire contract 3.2. */
export const canPublishFeed = (actor: Actor): boolean => isPerformer(actor);

export const canManageFeed = (actor: Actor, row: Pick<FeedRow, 'performerId' | 'deletedAt'>): boolean =>
  isPerformer(actor) && actor.id === row.performerId && row.deletedAt === null;

/** Fans see what is published; a hidden post stays with its creator, a bought one with its buyers even when taken away. */
export function canSeeFeed(
  row: Pick<FeedRow, 'performerId' | 'status' | 'deletedAt'>,
  live: Pick<LiveRow, 'isBought'>,
  viewer: Actor | null,
): boolean {
  if (live.isBought || viewer?.isAdmin) return true;
  if (row.deletedAt !== null) return false;
  return row.status === 'active' || viewer?.id === row.performerId;
}
