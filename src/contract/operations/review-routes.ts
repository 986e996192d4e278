import { defineRoutes } from '../base/define';

/** Identity documents of creators, and the decision on them. */
export const reviewRoutes = defineRoutes({
  listCreatorsToReview: {
    method: 'GET',
    path: '/admin/review',
    access: 'admin',
    permission: 'reviewCreators',
    extension: true,
  },
  readCreatorToReview: {
    method: 'GET',
    path: '/admin/review/:id',
    access: 'admin',
    permission: 'reviewCreators',
    extension: true,
  },
  /** A POST: each opening adds a line to the log. */
  openDocuments: {
    method: 'POST',
    path: '/admin/review/:id/documents',
    access: 'admin',
    permission: 'reviewCreators',
    proved: true,
    extension: true,
  },
  decideCreator: {
    method: 'POST',
    path: '/admin/review/:id/decision',
    access: 'admin',
    permission: 'reviewCreators',
    extension: true,
  },
});
