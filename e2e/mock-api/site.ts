import { matches, getPage, pick, sorted, toText, type Call, type Endpoints } from './call';
import { forbidden, required, validate } from './refusal';
import { stamp, type Row, type World } from './state';

/** Wire contract 2.19, 2.20. */
export const siteEndpoints: Endpoints = {
  'GET /settings/public': [
    'public',
    // Settings that are false, zero or empty are left out.
    ({ world }) => Object.fromEntries(Object.entries(world.settings).filter(([, value]) => Boolean(value))),
  ],
  'POST /settings/keys': [
    'public',
    ({ world, body }) => {
      validate(body, { keys: 'list' });
      return pick(world.settings, body['keys'] as string[]);
    },
  ],
  'POST /contact': [
    'public',
    ({ body }) => {
      validate(body, { name: 'text', email: 'email', message: 'text' });
      return { success: true };
    },
  ],
  'POST /search/keywords': [
    'optional',
    (call) => {
      validate(call.body, { keyword: 'text' });
      const asked = { ...call, query: { q: toText(call.body['keyword']) } };
      const people = [...call.world.people.values()].filter(({ isPerformer }) => isPerformer);
      return {
        totalPerformer: people.filter(({ name, username }) => matches(asked, name, username)).length,
        totalFeed: call.world.feeds.filter(({ text }) => matches(asked, text)).length,
        totalProduct: 0,
      };
    },
  ],
  // Compatible backends show popular searches only to creators and administrators.
  'GET /search/list/keywords': ['performer', (call) => getPage(call, [], () => null)],
  'GET /posts/search': [
    'public',
    (call) =>
      getPage(
        call,
        call.world.posts.filter((post) => matches(call, toText(post['title']))),
        publicPost,
      ),
  ],
  'GET /posts/:id': [
    'public',
    ({ world, params }) =>
      publicPost(required(world.posts.find((post) => post._id === params['id'] || post['slug'] === params['id']))),
  ],
  'GET /site-promo/search': ['public', (call) => getPage(call, [], () => null)],
  'POST /addresses/create': [
    'any',
    ({ world, me, body }) => {
      validate(body, addressRules);
      const address = { ...stamp(), ownerId: me._id, ...pick(body, addressFields), description: getDescription(body) };
      world.addresses.push(address);
      return addressView(address);
    },
  ],
  'PUT /addresses/:id': [
    'any',
    (call) => {
      validate(call.body, addressRules);
      Object.assign(ownAddress(call), pick(call.body, addressFields), { description: getDescription(call.body) });
      return true;
    },
  ],
  'GET /addresses/search': [
    'any',
    (call) => {
      const own = call.world.addresses.filter(({ ownerId }) => ownerId === call.me._id);
      return getPage(call, sorted(call, own), addressView);
    },
  ],
  'DELETE /addresses/:id': [
    'any',
    (call) => {
      call.world.addresses.splice(call.world.addresses.indexOf(ownAddress(call)), 1);
      return true;
    },
  ],
};

const publicPost = ({ ownerId: _owner, ...post }: Row) => post;

const addressFields = 'name country state city district ward streetNumber streetAddress zipCode'.split(' ');
const addressRules = Object.fromEntries(addressFields.map((field) => [field, 'text' as const]));

/** Requests call it `note`; it is stored as `description`. */
const getDescription = (body: Record<string, unknown>) => toText(body['description']) || toText(body['note']);

const addressView = ({ ownerId, ...address }: Row) => ({ ...address, source: 'user', sourceId: ownerId });

function ownAddress({ world, me, params }: Call): Row {
  const address = required(world.addresses.find(({ _id }) => _id === params['id']));
  if (address.ownerId !== me._id) throw forbidden();
  return address;
}

const anyPicture = ({ files }: World) => [...files.values()].find(({ type }) => type === 'avatar')?._id ?? '';

const choices = (...values: string[]) =>
  values.map((value) => ({ value, text: value[0]!.toUpperCase() + value.slice(1) }));

export const referenceEndpoints: Endpoints = {
  'GET /countries/list': [
    'public',
    ({ world }) =>
      [
        ['Germany', 'DE'],
        ['United States', 'US'],
        ['Viet Nam', 'VN'],
      ].map(([name, code]) => ({ name, code, flag: `${world.url}/static/${anyPicture(world)}?flag=${code}` })),
  ],
  'GET /states/:id': ['public', ({ params }) => (params['id'] === 'US' ? ['California', 'Texas'] : ['Berlin'])],
  'GET /cities/:a/:b': ['public', ({ params }) => (params['b'] === 'California' ? ['Fresno'] : ['Berlin'])],
  'GET /languages/list': [
    'public',
    () => [
      { name: 'English', code: 'en' },
      { name: 'German', code: 'de' },
    ],
  ],
  'GET /phone-codes/list': [
    'public',
    () => [
      { name: 'Germany (+49)', code: '+49' },
      { name: 'United States (+1)', code: '+1' },
    ],
  ],
  'GET /user-additional': [
    'public',
    () => ({
      heights: choices('160cm', '170cm'),
      weights: choices('60kg', '70kg'),
      genders: choices('male', 'female', 'transgender', 'couple'),
      sexualOrientations: choices('straight', 'bisexual'),
      ages: choices('18_25', '26_35'),
      eyes: choices('blue', 'brown'),
      butts: choices('small', 'large'),
      hairs: choices('blond', 'brown'),
      pubicHairs: choices('shaved'),
      ethnicities: choices('asian', 'white'),
      bodyTypes: choices('slim', 'athletic'),
    }),
  ],
  'POST /re-captcha/verify': ['public', () => ({ success: true })],
};
