import { isTrue, matches, getPage, pick, sorted, toText, type Call, type Endpoints } from './call';
import { authorView, fileView } from './views';
import { mayView } from './files';
import { notify } from './notifications';
import { Refusal, forbidden, notFound, required, validate } from './refusal';
import { isBought, isLinked, isSubscribed, stamp, type Feed, type Person, type Poll, type World } from './state';

/** Wire contract 2.6, 3.3, 3.4. */
export const feedEndpoints: Endpoints = {
  'GET /user/feeds': [
    'optional',
    (call) => {
      const { world, viewer, query } = call;
      const found = world.feeds.filter((feed) => {
        const { fromSourceId } = feed;
        const isNear =
          isLinked(world.follows, viewer?._id, fromSourceId) || isSubscribed(world, viewer?._id, fromSourceId);
        return (
          feed.status === 'active' &&
          (query['performerId'] === undefined || fromSourceId === query['performerId']) &&
          (query['type'] === undefined || feed.type === query['type']) &&
          matches(call, feed.title, feed.text) &&
          (query['isHome'] !== 'true' || isNear) &&
          !isLinked(world.blocks, fromSourceId, viewer?._id ?? '')
        );
      });
      return getPage(call, sorted(call, found), (feed) => feedView(world, feed, viewer));
    },
  ],
  'GET /user/feeds/:id': [
    'optional',
    ({ world, viewer, params }) => {
      const feed = required(findFeed(world, params['id']));
      if (feed.status !== 'active' && feed.fromSourceId !== viewer?._id) throw notFound();
      return feedView(world, feed, viewer);
    },
  ],
  'POST /user/feeds/vote/:id': [
    'any',
    ({ world, me, params }) => {
      const poll = required(world.polls.find(({ _id }) => _id === params['id']));
      const siblings = world.polls.filter(({ refId }) => refId === poll.refId);
      if (poll.expiredAt && Date.parse(poll.expiredAt) < Date.now())
        throw new Refusal(403, 'Poll has already expired', 'ALREADY_EXPIRED_TO_VOTE');
      if (siblings.some(({ votes }) => votes.includes(me._id)))
        throw new Refusal(422, 'You have already voted', 'ALREADY_VOTED');
      poll.votes.push(me._id);
      return { voted: true };
    },
  ],
  'POST /performer/feeds/polls': [
    'performer',
    ({ world, me, body }) => {
      validate(body, { description: 'text' });
      const poll: Poll = {
        ...stamp(),
        description: toText(body['description']),
        expiredAt: toText(body['expiredAt']) || undefined,
        createdBy: me._id,
        votes: [],
      };
      world.polls.push(poll);
      return pollView(poll);
    },
  ],
  'POST /performer/feeds': [
    'performer',
    ({ world, me, body }) => {
      validate(body, { type: 'text', text: 'text' });
      if (!feedTypes.has(toText(body['type']))) throw new Refusal(400, 'Invalid feed type', 'INVALID_FEED_TYPE');
      const feed: Feed = {
        ...stamp(),
        ...emptyFeed,
        slug: `post-${Date.now()}${Math.floor(Math.random() * 1000)}`,
        fromSourceId: me._id,
      };
      fillFeed(world, feed, body);
      world.feeds.push(feed);
      return { ...feed, fromSource: 'performer', totalLike: 0, totalComment: 0 };
    },
  ],
  'GET /performer/feeds': [
    'performer',
    (call) => {
      const { world, me, query } = call;
      const own = world.feeds.filter((feed) => feed.fromSourceId === me._id);
      const isWanted = ({ type }: Feed) => query['type'] === undefined || type === query['type'];
      const found = own.filter((feed) => isWanted(feed) && matches(call, feed.title, feed.text));
      return getPage(call, sorted(call, found), (feed) => feedView(world, feed, me));
    },
  ],
  'GET /performer/feeds/:id': ['performer', (call) => feedView(call.world, ownFeed(call), call.me)],
  'PUT /performer/feeds/:id': [
    'performer',
    (call) => {
      const feed = ownFeed(call);
      // An update needs the whole post: an incomplete one is rejected just like an incomplete new post.
      validate(call.body, { type: 'text', text: 'text' });
      fillFeed(call.world, feed, call.body);
      feed.updatedAt = stamp().updatedAt;
      return { updated: true };
    },
  ],
  'DELETE /performer/feeds/:id': [
    'performer',
    (call) => {
      call.world.feeds.splice(call.world.feeds.indexOf(ownFeed(call)), 1);
      return { success: true };
    },
  ],
};

const feedTypes = new Set(['text', 'photo', 'video', 'audio', 'scheduled-streaming']);
const emptyFeed = {
  type: 'text',
  text: '',
  status: 'active',
  isSale: false,
  price: 0,
  fileIds: [] as string[],
  pollIds: [] as string[],
};

/** The fields of a post that are stored. All others are silently dropped, even a publishing date. */
const feedFields = [
  'type',
  'text',
  'title',
  'fileIds',
  'thumbnailId',
  'teaserId',
  'pollDescription',
  'pollIds',
  'pollExpiredAt',
  'isSale',
  'price',
  'status',
  'streamingScheduled',
] as const;

function fillFeed(world: World, feed: Feed, body: Record<string, unknown>): void {
  Object.assign(feed, pick(body, feedFields));
  feed.isSale = isTrue(body['isSale'] ?? feed.isSale);
  feed.price = Number(body['price'] ?? feed.price) || 0;
  for (const id of feed.fileIds) world.files.get(id)?.refItems.push({ itemId: feed._id, itemType: 'feed' });
  for (const poll of world.polls) if (feed.pollIds.includes(poll._id)) poll.refId = feed._id;
}

export const findFeed = ({ feeds }: World, key: string | undefined): Feed | undefined =>
  feeds.find(({ _id, slug }) => _id === key || slug === key);

function ownFeed({ world, me, params }: Call): Feed {
  const feed = required(findFeed(world, params['id']));
  if (feed.fromSourceId !== me._id) throw forbidden();
  return feed;
}

const pollView = ({ votes, ...poll }: Poll) => ({ ...poll, totalVote: votes.length, fromRef: 'feed' });

/** A locked post lists its files with URLs that cannot be opened. */
export function feedView(world: World, feed: Feed, viewer: Person | undefined) {
  const about = (one: { objectId: string; createdBy: string }) => one.objectId === feed._id;
  const mine = (action: string) =>
    world.reactions.some((one) => about(one) && one.action === action && one.createdBy === viewer?._id);
  const isOwner = viewer?._id === feed.fromSourceId;
  const isOpen = mayView(world, viewer, feed);
  const link = `feedId=${feed._id}`;
  const show = (id: string | undefined, opened: boolean) => {
    const file = world.files.get(id ?? '');
    return file && fileView(world, file, { isOpen: opened, link });
  };
  return {
    ...feed,
    fromSource: 'performer',
    files: feed.fileIds.flatMap((id) => show(id, isOpen) ?? []),
    thumbnail: show(feed.thumbnailId, true),
    teaser: show(feed.teaserId, true),
    polls: feed.pollIds.flatMap((id) => world.polls.filter((poll) => poll._id === id).map(pollView)),
    totalLike: world.reactions.filter((one) => about(one) && one.action === 'like').length,
    totalComment: world.comments.filter(about).length,
    isLiked: mine('like'),
    isBookMarked: mine('bookmark'),
    isSubscribed: isOwner || isSubscribed(world, viewer?._id, feed.fromSourceId),
    isBought: isOwner || isBought(world, viewer?._id, feed._id),
    isFollowed: isLinked(world.follows, viewer?._id, feed.fromSourceId),
    performer: authorView(world, feed.fromSourceId, viewer),
  };
}

export function noteReaction(world: World, from: Person, objectId: string, action: 'like' | 'comment'): void {
  const feed = findFeed(world, objectId);
  if (feed) notify(world, { to: feed.fromSourceId, from, type: 'feed', action, refId: feed._id });
}

export const refuseUnpriced = (feed: Feed): void => {
  if (!feed.isSale || feed.price === 0) throw notFound();
};
