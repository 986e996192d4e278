import type { ParsedUrlQuery } from 'node:querystring';
import { consolePaths } from '@/config/console-paths';
import { CREATORS_PER_PAGE, reviewedCreator, reviewQueue } from '@/features/operations/review/review-feature';
import { withQuery } from '@/lib/omit-empty';
import { readPage } from '../site/page-query';

export const reviewHref = (page = 1): string => withQuery(consolePaths.review, { page });

export const readId = ({ id }: ParsedUrlQuery): string => (typeof id === 'string' ? id : '');

export const loadReviewQueue = ({ query }: { query: ParsedUrlQuery }) => [
  reviewQueue.requested({ offset: (readPage(query) - 1) * CREATORS_PER_PAGE }),
];

export const loadReview = ({ query }: { query: ParsedUrlQuery }) => [
  reviewQueue.requested({ offset: 0 }),
  reviewedCreator.requested(readId(query)),
];
