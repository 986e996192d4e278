import type { Viewer } from '../../../access';
import type { Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';

/** Counted actions on a target. */
export type Counted = 'like' | 'favourite' | 'bookmark' | 'comment';
export type TargetType = 'feed' | 'video' | 'gallery' | 'photo' | 'product' | 'performer' | 'comment' | 'user';

/** Something people react to, comment on or report, as far as one viewer is concerned. */
export interface Target {
  type: TargetType;
  id: string;
  /** The account that created it, which is notified. */
  ownerId: string;
  /** The creator on whose pages it is; the owner, but for comments. */
  performerId: string;
  /** The viewer may open it, rather than only know that it is there. */
  isOpen: boolean;
  /** The viewer bought it and was blocked since: they can open and report it, and no more. */
  isReadOnly?: boolean;
  /** Where to find it: itself, or what a comment is on. */
  page: { type: TargetType; id: string };
  /** Enough to name that and link to it. */
  reference: { _id: string; name?: string; title?: string; slug?: string; username?: string };
}

/** How one kind of thing is found and counted: given by the module that owns it. */
export interface TargetSource {
  /** Null for what does not exist, and for what the viewer must not know of. */
  find(id: string, viewer: Viewer): Promise<Omit<Target, 'type'> | null>;
  /** Counts one more, or one less. @returns false when it is gone; undefined for what it does not count. */
  count?(id: string, what: Counted, step: 1 | -1, tx: Tx): Promise<boolean | undefined>;
}

/** By kind. */
export type TargetSources = Partial<Record<TargetType, TargetSource>>;

export type TargetService = ReturnType<typeof createTargetService>;

/** One door to everything that can be liked, bookmarked, commented on or reported. */
export function createTargetService(sources: TargetSources) {
  /** @throws AppError ENTITY_NOT_FOUND for kinds that nothing here is of. */
  const getSource = (type: TargetType): TargetSource => requireFound(sources[type]);

  /** One that the viewer may report. @throws AppError ENTITY_NOT_FOUND for what they must not know of, as for what does not exist */
  async function getForReport(type: TargetType, id: string, viewer: Viewer): Promise<Target> {
    return { ...requireFound(await getSource(type).find(id, viewer)), type };
  }

  return {
    getForReport,

    /** One that the viewer may react to and comment on. @throws as `getForReport`, also for what is read-only. */
    async get(type: TargetType, id: string, viewer: Viewer): Promise<Target> {
      const subject = await getForReport(type, id, viewer);
      if (subject.isReadOnly) throw new AppError('ENTITY_NOT_FOUND');
      return subject;
    },

    /**
     * Counts a reaction or comment, where its kind is counted; everything has to count likes and comments.
     *
     * @throws AppError ENTITY_NOT_FOUND when it went meanwhile, so that nothing hangs on what is gone, or takes none.
     */
    async count(type: TargetType, id: string, what: Counted, tx: Tx): Promise<void> {
      const isCounted = await getSource(type).count?.(id, what, 1, tx);
      if (!(isCounted ?? (what === 'bookmark' || what === 'favourite'))) throw new AppError('ENTITY_NOT_FOUND');
    },

    /** Does nothing for a deleted target. */
    async uncount(type: TargetType, id: string, what: Counted, tx: Tx): Promise<void> {
      await sources[type]?.count?.(id, what, -1, tx);
    },
  };
}
