import type { DraftField } from '../draft-problems';

/** Ids of the composer's controls, for the ways from the summary of problems to them. */
export const controlIds: Record<DraftField, string> = {
  title: 'post-title',
  text: 'post-text',
  files: 'post-files',
  poll: 'post-poll',
  price: 'post-price',
  tagline: 'post-tagline',
  scheduleAt: 'post-time',
};
