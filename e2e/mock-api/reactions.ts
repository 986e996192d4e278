import { assetView, findAsset } from './assets';
import { getPage, pick, sorted, toText, type Call, type Endpoints } from './call';
import { feedView, findFeed, noteReaction } from './content';
import { forbidden, required, validate } from './refusal';
import { productView } from './store';
import { stamp, type Comment, type Person, type Reaction, type World } from './state';
import { commentView, performerSearch, personView } from './views';

/** Wire contract 2.5, 2.16, 3.20. */
export const reactionEndpoints: Endpoints = {
  'POST /comments': [
    'any',
    ({ world, me, body }) => {
      validate(body, { content: 'text', objectId: 'text' });
      const objectId = toText(body['objectId']);
      const comment: Comment = {
        ...stamp(),
        content: toText(body['content']),
        objectId,
        objectType: toText(body['objectType']) || 'feed',
        recipientId: findFeed(world, objectId)?.fromSourceId ?? '',
        createdBy: me._id,
      };
      world.comments.push(comment);
      noteReaction(world, me, objectId, 'comment');
      return commentView(world, comment, me);
    },
  ],
  'PUT /comments/:id': [
    'any',
    (call) => {
      validate(call.body, { content: 'text' });
      Object.assign(ownComment(call), { content: toText(call.body['content']) });
      return { updated: true };
    },
  ],
  'GET /comments': [
    'optional',
    (call) => {
      const { world, viewer, query } = call;
      validate(query, { objectId: 'text', objectType: 'text' });
      const found = world.comments.filter(({ objectId }) => objectId === query['objectId']);
      return getPage(call, sorted(call, found), (comment) => commentView(world, comment, viewer));
    },
  ],
  'DELETE /comments/:id': [
    'any',
    (call) => {
      const comment = ownComment(call);
      call.world.comments.splice(call.world.comments.indexOf(comment), 1);
      return comment;
    },
  ],
  'POST /reactions': [
    'any',
    ({ world, me, body }) => {
      validate(body, { objectId: 'text', action: 'text' });
      const known = findReaction(world, me, body);
      if (known) return known;
      const reaction: Reaction = {
        ...stamp(),
        action: toText(body['action']),
        objectId: toText(body['objectId']),
        objectType: toText(body['objectType']) || 'video',
        createdBy: me._id,
      };
      world.reactions.push(reaction);
      if (reaction.action === 'like') noteReaction(world, me, reaction.objectId, 'like');
      return reaction;
    },
  ],
  'DELETE /reactions': [
    'any',
    ({ world, me, body }) => {
      const known = findReaction(world, me, body);
      if (known) world.reactions.splice(world.reactions.indexOf(known), 1);
      return known !== undefined;
    },
  ],
  'GET /reactions/:type/bookmark': ['any', listBookmarks],
  'POST /reports': [
    'any',
    ({ world, me, body }) => {
      validate(body, { targetId: 'text', performerId: 'text', title: 'text' });
      const fields = pick(body, ['target', 'targetId', 'performerId', 'title', 'description']);
      const report = { ...stamp(), ownerId: me._id, ...fields };
      world.reports.push(report);
      return { ...report, source: 'user', sourceId: me._id };
    },
  ],
};

function ownComment({ world, me, params }: Call): Comment {
  const comment = required(world.comments.find(({ _id }) => _id === params['id']));
  if (comment.createdBy !== me._id && comment.recipientId !== me._id) throw forbidden();
  return comment;
}

const findReaction = ({ reactions }: World, me: Person, body: Record<string, unknown>): Reaction | undefined =>
  reactions.find(
    ({ createdBy, objectId, action }) =>
      createdBy === me._id && objectId === body['objectId'] && action === body['action'],
  );

const kinds: Record<string, string> = {
  feeds: 'feed',
  videos: 'video',
  galleries: 'gallery',
  products: 'product',
  performers: 'performer',
};

function listBookmarks(call: Call) {
  const { world, me, params } = call;
  const kind = required(kinds[params['type'] ?? '']);
  const own = world.reactions.filter(
    ({ createdBy, action, objectType }) => createdBy === me._id && action === 'bookmark' && objectType === kind,
  );
  return getPage(call, sorted(call, own), (reaction) => ({
    ...reaction,
    creator: personView(world, me, me),
    objectInfo: getObject(world, reaction, me),
  }));
}

function getObject(world: World, { objectId, objectType }: Reaction, me: Person) {
  const performer = world.people.get(objectId);
  if (objectType === 'performer') return performer ? performerSearch(world, performer, me) : null;
  const asset = findAsset(world, objectId);
  if (asset) return assetView({ world, viewer: me }, asset);
  const product = world.products.find(({ _id }) => _id === objectId);
  if (product) return productView({ world, viewer: me }, product);
  const feed = findFeed(world, objectId);
  return feed ? feedView(world, feed, me) : null;
}
