import { bind, type Binding } from '../../http/register-endpoint';
import type { ContentServices } from './content-services';

export const contentBindings = (services: ContentServices): Binding[] => [
  ...itemBindings(services),
  ...interactionBindings(services),
];

const itemBindings = ({ feed, video, gallery, photo, product }: ContentServices): Binding[] => [
  bind('uploadFeedAudio', (call) => feed.upload(call, 'feed-audio')),
  bind('uploadFeedPhoto', (call) => feed.upload(call, 'feed-photo')),
  bind('uploadFeedVideo', (call) => feed.upload(call, 'feed-video')),
  bind('uploadFeedThumbnail', (call) => feed.upload(call, 'feed-thumbnail')),
  bind('uploadFeedTeaser', (call) => feed.upload(call, 'feed-teaser')),
  bind('createFeed', ({ actor, body }) => feed.create(actor, body)),
  bind('listPerformerFeeds', ({ actor, query }) => feed.listOwn(actor, query)),
  bind('createPoll', ({ actor, body }) => feed.createPoll(actor, body)),
  bind('getPerformerFeed', ({ actor, params }) => feed.getOwn(actor, params.id)),
  bind('updateFeed', async ({ actor, params, body, revision }) => ({
    updated: await feed.update(actor, params.id, body, { revision }),
  })),
  bind('deleteFeed', async ({ actor, params }) => ({ success: await feed.remove(actor, params.id) })),
  bind('listFeeds', ({ actor, query, country }) => feed.list(actor, query, country)),
  bind('getFeed', ({ actor, params, country }) => feed.get(actor, params.id, country)),
  bind('votePoll', async ({ actor, params, country }) => ({ voted: await feed.vote(actor, params.id, country) })),

  bind('uploadVideo', ({ actor, body, files }) => video.upload(actor, body, files)),
  bind('updateVideo', ({ actor, params, body, files, revision }) =>
    video.edit(actor, params.id, body, files, { revision }),
  ),
  bind('searchPerformerVideos', ({ actor, query }) => video.listOwn(actor, query)),
  bind('getPerformerVideo', ({ actor, params }) => video.getOwn(actor, params.id)),
  bind('removeVideoFile', ({ actor, params, query, body }) =>
    video.removeFile(actor, params.id, body.type ?? query.type),
  ),
  bind('deleteVideo', ({ actor, params }) => video.remove(actor, params.id)),
  bind('searchVideos', ({ actor, query, country }) => video.list(actor, query, country)),
  bind('getVideo', (call) => video.visit(call, call.params.id)),

  bind('createGallery', ({ actor, body }) => gallery.create(actor, body)),
  bind('searchPerformerGalleries', ({ actor, query }) => gallery.listOwn(actor, query)),
  bind('getPerformerGallery', ({ actor, params }) => gallery.getOwn(actor, params.id)),
  bind('updateGallery', ({ actor, params, body, revision }) => gallery.edit(actor, params.id, body, { revision })),
  bind('orderGalleryPhotos', ({ actor, params, body }) => gallery.orderPhotos(actor, params.id, body.photoIds)),
  bind('deleteGallery', ({ actor, params }) => gallery.remove(actor, params.id)),
  bind('searchGalleries', ({ actor, query, country }) => gallery.list(actor, query, country)),
  bind('getGallery', (call) => gallery.visit(call, call.params.id)),

  bind('uploadPhoto', ({ actor, body, files }) => photo.upload(actor, body, files)),
  bind('searchPerformerPhotos', ({ actor, query }) => photo.listMine(actor, query)),
  bind('setPhotoCover', ({ actor, params }) => photo.makeCover(actor, params.id)),
  bind('updatePhoto', ({ actor, params, body, revision }) => photo.edit(actor, params.id, body, { revision })),
  bind('deletePhoto', ({ actor, params }) => photo.remove(actor, params.id)),
  bind('listPhotos', (call) => photo.list(call, call.query)),
  bind('listPhotosOfPerformer', (call) => photo.listByPerformer(call, call.params.performerId, call.query)),

  bind('createProduct', ({ actor, body, files }) => product.put(actor, body, files)),
  bind('searchPerformerProducts', ({ actor, query }) => product.listOwn(actor, query)),
  bind('getPerformerProduct', ({ actor, params }) => product.getOwn(actor, params.id)),
  bind('updateProduct', ({ actor, params, body, files, revision }) =>
    product.edit(actor, params.id, body, files, { revision }),
  ),
  bind('deleteProduct', ({ actor, params }) => product.remove(actor, params.id)),
  bind('searchProducts', ({ actor, query, country }) => product.list(actor, query, country)),
  bind('getProduct', (call) => product.visit(call, call.params.id)),
];

const interactionBindings = ({ comment, follow, reaction, report, takedown, search }: ContentServices): Binding[] => [
  bind('createComment', (call) => comment.create(call, call.body)),
  bind('updateComment', (call) => comment.update(call, call.params.id, call.body)),
  bind('listComments', (call) => comment.list(call, call.query)),
  bind('deleteComment', (call) => comment.remove(call, call.params.id)),

  bind('followPerformer', (call) => follow.follow(call, call.params.id)),
  bind('unfollowPerformer', (call) => follow.unfollow(call.actor, call.params.id)),
  bind('listFollowers', (call) => follow.listFollowers(call.actor, call.query)),
  bind('listFollowing', (call) => follow.listFollowing(call, call.query)),

  bind('createReaction', (call) => reaction.create(call, call.body)),
  bind('deleteReaction', (call) => reaction.remove(call.actor, call.body)),
  bind('listBookmarks', (call) => reaction.listBookmarks(call, call.params, call.query)),

  bind('createReport', (call) => report.create(call, call.body)),
  bind('listTakedowns', ({ actor, query }) => takedown.listOwn(actor, query)),
  bind('appealTakedown', ({ actor, params, body }) => takedown.appeal(actor, params.id, body.text)),
  bind('reportPageFailure', ({ body }) => report.tellPageFailure(body)),

  bind('searchKeyword', (call) => search.search(call, call.body)),
  bind('suggestSearch', (call) => search.suggest(call, call.query.q)),
  bind('listKeywords', ({ actor, query }) => search.listKeywords(actor, query)),
];
