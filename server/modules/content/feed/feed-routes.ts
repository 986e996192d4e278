import { bind, type Binding } from '../../../http/register-endpoint';
import type { FeedService } from './feed-service';

export const feedBindings = (feed: FeedService): Binding[] => [
  bind('uploadFeedAudio', ({ actor, files, body }) => feed.upload(actor, 'audio', { file: files['file'], ...body })),
  bind('uploadFeedPhoto', ({ actor, files, body }) => feed.upload(actor, 'photo', { file: files['file'], ...body })),
  bind('uploadFeedVideo', ({ actor, files, body }) => feed.upload(actor, 'video', { file: files['file'], ...body })),
  bind('uploadFeedThumbnail', ({ actor, files, body }) =>
    feed.upload(actor, 'thumbnail', { file: files['file'], ...body }),
  ),
  bind('uploadFeedTeaser', ({ actor, files, body }) => feed.upload(actor, 'teaser', { file: files['file'], ...body })),
  bind('createFeed', ({ actor, body }) => feed.create(actor, body)),
  bind('listPerformerFeeds', ({ actor, query }) => feed.listOwn(actor, query)),
  bind('createPoll', ({ actor, body }) => feed.createPoll(actor, body)),
  bind('getPerformerFeed', ({ actor, params }) => feed.getOwn(actor, params.id)),
  bind('updateFeed', async ({ actor, params, body }) => {
    await feed.update(actor, params.id, body);
    return { updated: true as const };
  }),
  bind('deleteFeed', async ({ actor, params }) => {
    await feed.remove(actor, params.id);
    return { success: true };
  }),
  bind('listFeeds', ({ actor, query, country }) => feed.writeList(actor, query, country)),
  bind('getFeed', ({ actor, params, country }) => feed.get(actor, params.id, country)),
  bind('votePoll', async ({ actor, params, country }) => {
    await feed.vote(actor, params.id, country);
    return { voted: true as const };
  }),
];
