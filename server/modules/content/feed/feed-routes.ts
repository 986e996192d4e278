import { bind, type Binding } from '../../../http/register-endpoint';
import type { FeedService } from './feed-service';

export const feedBindings = (feed: FeedService): Binding[] => [
  bind('uploadFeedAudio', (call) => feed.upload(call, 'feed-audio')),
  bind('uploadFeedPhoto', (call) => feed.upload(call, 'feed-photo')),
  bind('uploadFeedVideo', (call) => feed.upload(call, 'feed-video')),
  bind('uploadFeedThumbnail', (call) => feed.upload(call, 'feed-thumbnail')),
  bind('uploadFeedTeaser', (call) => feed.upload(call, 'feed-teaser')),
  bind('createFeed', ({ actor, body }) => feed.create(actor, body)),
  bind('listPerformerFeeds', ({ actor, query }) => feed.listOwn(actor, query)),
  bind('createPoll', ({ actor, body }) => feed.createPoll(actor, body)),
  bind('getPerformerFeed', ({ actor, params }) => feed.getOwn(actor, params.id)),
  bind('updateFeed', async ({ actor, params, body }) => ({ updated: await feed.update(actor, params.id, body) })),
  bind('deleteFeed', async ({ actor, params }) => ({ success: await feed.remove(actor, params.id) })),
  bind('listFeeds', ({ actor, query, country }) => feed.writeList(actor, query, country)),
  bind('getFeed', ({ actor, params, country }) => feed.get(actor, params.id, country)),
  bind('votePoll', async ({ actor, params, country }) => ({ voted: await feed.vote(actor, params.id, country) })),
];
