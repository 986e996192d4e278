import { defineRoutes } from '../base/define';

/** Our extension; private to the creator. */
export const fanNoteRoutes = defineRoutes({
  listFanNotes: { method: 'GET', path: '/performers/fans/notes', access: 'performer', extension: true },
  setFanNote: { method: 'PUT', path: '/performers/fans/:id/note', access: 'performer', extension: true },
  listFanLists: { method: 'GET', path: '/performers/fans/lists', access: 'performer', extension: true },
});
