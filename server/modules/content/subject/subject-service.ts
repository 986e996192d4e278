import type { Actor } from '../../../access';
import type { Tx } from '../../../db/transaction';
import { AppError, found } from '../../../errors';

export type ReactionAction = 'like' | 'favourite' | 'bookmark';
export type SubjectType = 'feed' | 'video' | 'gallery' | 'photo' | 'product' | 'performer' | 'comment' | 'user';

/** Who looks, and from where; every call has both. */
export interface Viewer {
  actor: Actor | null;
  /** Two letters; null when it cannot be told. */
  country: string | null;
}

/** Something people react to, comment on or report, as far as one viewer is concerned. */
export interface Subject {
  type: SubjectType;
  id: string;
  /** Who made it, and hears what others think of it. */
  ownerId: string;
  /** The creator on whose pages it is; the owner, but for comments. */
  performerId: string;
  /** The viewer may open it, rather than only know that it is there. */
  isOpen: boolean;
  /** Where to find it: itself, or what a comment is on. */
  page: { type: SubjectType; id: string };
  /** Enough to name that and link to it. */
  reference: { _id: string; name?: string; title?: string; slug?: string; username?: string };
}

/** How one kind of thing is found and counted: given by the module that owns it. */
export interface SubjectSource {
  /** Null for what does not exist, and for what the viewer must not know of. */
  find(id: string, viewer: Viewer): Promise<Omit<Subject, 'type'> | null>;
  /** Adds to its likes. @returns false when it is gone. */
  addLikes(id: string, step: 1 | -1, tx: Tx): Promise<boolean>;
  /** Adds to its bookmarks; absent for what does not count them. @returns false when it is gone. */
  addBookmarks?(id: string, step: 1 | -1, tx: Tx): Promise<boolean>;
  /** Adds to its comments; absent for what takes none. @returns false when it is gone. */
  addComments?(id: string, step: 1 | -1, tx: Tx): Promise<boolean>;
}

export type SubjectService = ReturnType<typeof createSubjectService>;

/** One door to everything that can be liked, bookmarked, commented on or reported. */
export function createSubjectService() {
  const sources = new Map<SubjectType, SubjectSource>();

  /** @throws AppError ENTITY_NOT_FOUND for kinds that nothing here is of. */
  const sourceOf = (type: SubjectType): SubjectSource => found(sources.get(type));

  return {
    /** Makes a kind of thing known. */
    add: (type: SubjectType, source: SubjectSource): void => void sources.set(type, source),

    /** @throws AppError ENTITY_NOT_FOUND for what the viewer must not know of, as for what does not exist. */
    async get(type: SubjectType, id: string, viewer: Viewer): Promise<Subject> {
      return { ...found(await sourceOf(type).find(id, viewer)), type };
    },

    /**
     * Counts a reaction, where its kind is counted.
     *
     * @throws AppError ENTITY_NOT_FOUND when it went meanwhile, so that nothing hangs on what is gone.
     */
    async countReaction(type: SubjectType, id: string, action: ReactionAction, tx: Tx): Promise<void> {
      if ((await addReactions(sourceOf(type), id, action, 1, tx)) === false) throw new AppError('ENTITY_NOT_FOUND');
    },

    /** What is gone has nothing left to count. */
    async uncountReaction(type: SubjectType, id: string, action: ReactionAction, tx: Tx): Promise<void> {
      const source = sources.get(type);
      if (source) await addReactions(source, id, action, -1, tx);
    },

    /** @throws AppError ENTITY_NOT_FOUND when it went meanwhile, or takes no comments. */
    async countComment(type: SubjectType, id: string, tx: Tx): Promise<void> {
      if (!(await sourceOf(type).addComments?.(id, 1, tx))) throw new AppError('ENTITY_NOT_FOUND');
    },

    async uncountComment(type: SubjectType, id: string, tx: Tx): Promise<void> {
      await sources.get(type)?.addComments?.(id, -1, tx);
    },
  };
}

/** @returns false when it is gone; undefined for what is not counted. */
async function addReactions(
  source: SubjectSource,
  id: string,
  action: ReactionAction,
  step: 1 | -1,
  tx: Tx,
): Promise<boolean | undefined> {
  if (action === 'like') return source.addLikes(id, step, tx);
  return action === 'bookmark' ? source.addBookmarks?.(id, step, tx) : undefined;
}
