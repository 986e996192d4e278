import { Feed } from '@contract/content/feed-schemas';
import { AppError } from '../../../errors';
import { writerOf } from '../../../http/written-reply';
import { checkUnlockPrice, type ItemKind } from '../item/item-service';
import { checkFeedContent, mergeFeed, type FeedInput, type FeedWish } from './feed-draft';
import { presentFeed, type FeedView } from './feed-presenter';
import type { FeedExtra, FeedRepository } from './feed-repository';

/** What sets posts apart from other items. Wire contract 2.6, 3.3. */
export const createFeedKind = ({
  listExtras,
  save,
  attachPolls,
}: FeedRepository): ItemKind<FeedExtra, FeedInput, FeedView, FeedWish> => ({
  kind: 'feed',
  noun: 'post',
  announcedAs: 'feed',
  counter: 'statFeeds',
  fileTypes: new Set(['feed-photo', 'feed-video', 'feed-audio']),
  shownTypes: new Set(['feed-photo', 'feed-video']),

  listExtras,
  async saveExtra({ id, performerId }, { pollIds, ...row }, tx) {
    await save({ id, ...row }, tx);
    if (!(await attachPolls(id, performerId, pollIds, tx)))
      throw new AppError('ENTITY_NOT_FOUND', { message: 'One of the poll’s answers is missing.' });
  },

  merge: mergeFeed,
  checkContent: checkFeedContent,
  checkPrice: checkUnlockPrice,
  // Two posts of one millisecond: the later one takes the next that is free. Wire contract 2.6.
  slugOf: (_draft, now, attempt) => `post-${now.getTime() + attempt}`,

  present: presentFeed,
  write: writerOf(Feed),
});
