import type { SubjectSource } from '../subject/subject-service';
import type { ItemReading } from './item-reading';
import type { ItemKindName, ItemRepository } from './item-repository';

/** Items of one kind as something people like, save, comment on and report. */
export function createItemSubjects(
  repository: Pick<ItemRepository, 'find' | 'count' | 'addToCreatorsLikes'>,
  { kind, see }: { kind: ItemKindName; see: ItemReading['see'] },
): SubjectSource {
  return {
    async find(id, viewer) {
      const seen = await see(await repository.find(id), viewer);
      if (!seen) return null;
      const { performerId, title, slug } = seen.row;
      return {
        id,
        ownerId: performerId,
        performerId,
        isOpen: seen.access === 'open',
        page: { type: kind, id },
        reference: { _id: id, title, slug },
      };
    },

    async addLikes(id, step, tx) {
      const performerId = await repository.count(id, 'totalLike', step, tx);
      if (performerId !== null) await repository.addToCreatorsLikes(performerId, step, tx);
      return performerId !== null;
    },

    addBookmarks: async (id, step, tx) => (await repository.count(id, 'totalBookmark', step, tx)) !== null,

    addComments: async (id, step, tx) => (await repository.count(id, 'totalComment', step, tx)) !== null,
  };
}
