import type { Viewer } from '../../../access';
import type { Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';

export type Counted = 'like' | 'favourite' | 'bookmark' | 'comment';
export type TargetType = 'feed' | 'video' | 'gallery' | 'photo' | 'product' | 'performer' | 'comment' | 'user';

export interface Target {
  type: TargetType;
  id: string;
  ownerId: string;
  /** The creator whose page the target is on. Differs from the owner only for comments. */
  performerId: string;
  /** False if the viewer can see only that it exists. */
  isOpen: boolean;
  /** True if the viewer bought it and was blocked later: they can open and report it, but nothing else. */
  isReadOnly?: boolean;
  /** The target itself or, for a comment, what the comment is on. */
  page: { type: TargetType; id: string };
  /** Names `page`, and lets clients link to it. */
  reference: { _id: string; name?: string; title?: string; slug?: string; username?: string };
}

export interface TargetSource {
  /** @returns null for a target that does not exist or is hidden from the viewer */
  find(id: string, viewer: Viewer): Promise<Omit<Target, 'type'> | null>;
  /** @returns false if the target was deleted; undefined if the source does not count this action */
  count?(id: string, what: Counted, step: 1 | -1, tx: Tx): Promise<boolean | undefined>;
}

export type TargetSources = Partial<Record<TargetType, TargetSource>>;

export type TargetService = ReturnType<typeof createTargetService>;

export function createTargetService(sources: TargetSources) {
  const getSource = (type: TargetType): TargetSource => requireFound(sources[type]);

  /** @throws AppError ENTITY_NOT_FOUND for a target that does not exist or is hidden from the viewer */
  async function getForReport(type: TargetType, id: string, viewer: Viewer): Promise<Target> {
    return { ...requireFound(await getSource(type).find(id, viewer)), type };
  }

  return {
    getForReport,

    /** A target that the viewer can react to and comment on. @throws AppError ENTITY_NOT_FOUND, also if it is read-only */
    async get(type: TargetType, id: string, viewer: Viewer): Promise<Target> {
      const subject = await getForReport(type, id, viewer);
      if (subject.isReadOnly) throw new AppError('ENTITY_NOT_FOUND');
      return subject;
    },

    /**
     * Counts an action on a target. Every source must count likes and comments; bookmarks and favorites are optional.
     *
     * @throws AppError ENTITY_NOT_FOUND if the target was deleted meanwhile, or its source does not count likes or comments
     */
    async count(type: TargetType, id: string, what: Counted, tx: Tx): Promise<void> {
      const isCounted = await getSource(type).count?.(id, what, 1, tx);
      if (!(isCounted ?? (what === 'bookmark' || what === 'favourite'))) throw new AppError('ENTITY_NOT_FOUND');
    },

    async uncount(type: TargetType, id: string, what: Counted, tx: Tx): Promise<void> {
      await sources[type]?.count?.(id, what, -1, tx);
    },
  };
}
