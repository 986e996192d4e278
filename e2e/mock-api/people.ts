import { matches, getPage, sorted, toText, type Call, type Endpoints } from './call';
import { notify } from './notifications';
import { forbidden, guarded, notFound, required, validate } from './refusal';
import { findPerson, isLinked, stamp, type Link, type Person } from './state';
import { performerDetails, performerPublic, performerSearch, userPublic } from './views';

const isShown = (person: Person) => person.isPerformer && person.status === 'active';

/** The message differs for blocked viewers, blocked countries and suspended creators. Wire contract 2.3, 2.4, 2.7. */
function getPerformer({ world, viewer, params }: Call) {
  const person = required(findPerson(world, params['id']));
  if (!person.isPerformer) throw notFound();
  if (person.status !== 'active') throw forbidden('This account is suspended');
  if (viewer && isLinked(world.blocks, person._id, viewer._id)) throw forbidden('You have been blocked');
  person.views += 1;
  return performerDetails(world, person, viewer);
}

function listPerformers(call: Call) {
  const { world, viewer, query } = call;
  const isWanted = (person: Person) => {
    const isFollowed = isLinked(world.follows, viewer?._id, person._id);
    return (
      isShown(person) &&
      matches(call, person.name, person.username) &&
      (query['followed'] === undefined || isFollowed === (query['followed'] === 'true')) &&
      (query['gender'] === undefined || person.gender === query['gender']) &&
      (query['country'] === undefined || person.country === query['country']) &&
      (query['isFreeSubscription'] !== 'true' || person.page['isFreeSubscription'] === true)
    );
  };
  const found = [...world.people.values()].filter(isWanted);
  return getPage(call, byWord(found, query['sortBy']), (person) => performerSearch(world, person, viewer));
}

const byWord = (people: Person[], word: string | undefined): Person[] =>
  people.toSorted((a, b) => {
    if (word === 'popular') return b.views - a.views;
    return word === 'oldest' ? a.createdAt.localeCompare(b.createdAt) : b.createdAt.localeCompare(a.createdAt);
  });

export const peopleEndpoints: Endpoints = {
  'GET /performers/user/search': ['optional', listPerformers],
  'GET /performers/search/random': [
    'optional',
    ({ world, viewer }) => ({
      data: [...world.people.values()]
        .filter(isShown)
        .slice(0, 50)
        .map((person) => performerSearch(world, person, viewer)),
    }),
  ],
  'GET /performers/top': ['public', (call) => listPerformers({ ...call, query: { ...call.query, sortBy: 'popular' } })],
  'GET /performers/:id': ['optional', getPerformer],
  'GET /users/search': [
    'performer',
    (call) => {
      const { world } = call;
      const users = [...world.people.values()].filter(
        (one) => !one.isPerformer && matches(call, one.name, one.username),
      );
      return getPage(call, sorted(call, users), (person) => userPublic(world, person));
    },
  ],
  'POST /follows/:id': [
    'any',
    ({ world, me, params }) => {
      const performer = required(findPerson(world, params['id']));
      const known = world.follows.find(({ from, to }) => from === me._id && to === performer._id);
      const link = known ?? { ...stamp(), from: me._id, to: performer._id };
      if (!known) {
        world.follows.push(link);
        notify(world, { to: performer._id, from: me, type: 'performer', action: 'follow', refId: performer._id });
      }
      return followView(link);
    },
  ],
  'DELETE /follows/:id': [
    'any',
    ({ world, me, params }) => {
      const index = world.follows.findIndex(({ from, to }) => from === me._id && to === params['id']);
      if (index < 0) throw notFound();
      world.follows.splice(index, 1);
      return true;
    },
  ],
  'GET /follows/followers': ['any', (call) => listFollows(call, 'to')],
  'GET /follows/following': ['any', (call) => listFollows(call, 'from')],
  'POST /block/users': [
    'performer',
    ({ world, me, body }) => {
      validate(body, { targetId: 'text' });
      const to = toText(body['targetId']);
      const link = world.blocks.find((one) => one.from === me._id && one.to === to) ?? { ...stamp(), from: me._id, to };
      if (!world.blocks.includes(link)) world.blocks.push(link);
      return blockView(link);
    },
  ],
  'DELETE /block/users/:id': [
    'performer',
    ({ world, me, params }) => {
      const index = world.blocks.findIndex(({ from, to }) => from === me._id && to === params['id']);
      if (index < 0) throw notFound();
      world.blocks.splice(index, 1);
      return { unlocked: true };
    },
  ],
  'GET /block/users': [
    'performer',
    (call) => {
      const { world, me } = call;
      const own = world.blocks.filter(({ from }) => from === me._id);
      return getPage(call, sorted(call, own), (link) => {
        const target = world.people.get(link.to);
        return { ...blockView(link), targetInfo: target && userPublic(world, target) };
      });
    },
  ],
  'POST /block/countries': [
    'performer',
    ({ me, body }) => {
      validate(body, { countryCodes: 'list' });
      me.blockedCountries = body['countryCodes'] as string[];
      return { ...stamp(), source: 'performer', sourceId: me._id, countryCodes: me.blockedCountries };
    },
  ],
  'GET /block/countries/check': ['public', () => ({ blocked: false })],
  'GET /admin/block/countries': [
    'any',
    () => {
      throw guarded();
    },
  ],
};

const followView = ({ from, to, ...rest }: Link) => ({ ...rest, followerId: from, followingId: to });

const blockView = ({ from, to, ...rest }: Link) => ({
  ...rest,
  source: 'performer',
  sourceId: from,
  target: 'user',
  targetId: to,
  reason: '',
});

function listFollows(call: Call, side: 'from' | 'to') {
  const { world, me } = call;
  const own = world.follows.filter((link) => link[side] === me._id);
  return getPage(call, sorted(call, own), (link) => {
    const follower = world.people.get(link.from);
    const following = world.people.get(link.to);
    return {
      ...followView(link),
      followerInfo: follower && userPublic(world, follower),
      followingInfo: following && performerPublic(world, following, me),
    };
  });
}
