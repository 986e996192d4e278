import { z } from 'zod';
import { ObjectId, byId, getList } from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { requiredLine, text } from '../base/field-schemas';
import type { fanNoteRoutes } from './fan-note-routes';

const FanListName = requiredLine(40);

const FanNote = z.object({
  userId: ObjectId,
  note: z.string(),
  lists: z.array(z.string()),
});

export const fanNoteSchemas = {
  listFanNotes: {
    summary: "The caller's private notes about these fans; fans without one are absent",
    mark: 'assumed',
    query: z.object({ userIds: getList(ObjectId) }),
    data: z.array(FanNote),
  },
  setFanNote: {
    ...byId,
    summary: 'Write a private note about a fan, or put them into lists; what is left out stays',
    mark: 'assumed',
    body: z.object({ note: text(1_000).optional(), lists: z.array(FanListName).max(20).optional() }),
    data: FanNote,
    errors: ['ENTITY_NOT_FOUND'],
  },
  listFanLists: {
    summary: "The caller's lists of fans, by name",
    mark: 'assumed',
    data: z.array(z.object({ name: z.string(), count: z.number() })),
  },
} satisfies SchemasFor<typeof fanNoteRoutes>;
