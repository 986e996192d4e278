import { routes } from '@contract/index';
import type { EndpointName } from '@contract/schemas';
import { buildGallery, buildGalleryPhoto, buildProduct, buildVideo } from '../factories/assets';
import { buildFeed } from '../factories/feed';
import { buildPerformer, type BuiltPerformer } from '../factories/performer';
import { buildTestApp, type TestApp } from '../harness/build-test-app';

/** Calls that take no revision because their forms cannot undo a change made in another tab, with the reason for each. */
const withoutRevision: Partial<Record<EndpointName, string>> = {
  setFollowPopupStatus: 'notes that something was shown',
  dismissWelcomeVideo: 'notes that something was shown',
  readNotification: 'notes that something was shown',
  readAllNotifications: 'notes that something was shown',
  updatePreferences: 'each switch is sent by itself, the moment it is pressed',
  updateConversationSettings: 'each switch is sent by itself, the moment it is pressed',
  setSpendingLimit: 'one number; the last one is meant, and a higher one waits for a day',
  updatePassword: 'nobody is shown the old one; the current one is asked for',
  updateUser: 'an operator’s call without a form here',
  updateBankingSettings: 'has no form yet',
  updatePaymentGatewaySettings: 'has no form yet',
  updateOrder: 'has no form yet',
  updateOrderAddress: 'has no form yet',
  updatePayoutRequest: 'has no form yet',
  updateLiveStream: 'has no form yet',
  updateStream: 'has no form yet',
  setStreamDuration: 'has no form yet',
  renameConversation: 'has no form',
  orderGalleryPhotos: 'photos that are not named stay behind the others',
  updateComment: 'one text that its writer alone sees being edited',
  setFanNote: 'a note and each list are sent by themselves; what is left out stays',
  setOperatorRole: 'one role; the last one is meant',
  updateWebhookEndpoint: 'a switch, or the list of its events; the last ones are meant',
  saveSetting: 'one value; the last one is meant, and the log has those before',
  closeCountries: 'the list is sent as a whole, and the log has those before',
  saveCategory: 'a name and a place; the last ones are meant',
  saveCoupon: 'a few numbers; the last ones are meant',
  saveSitePage: 'the last text is meant; the log says who saved it',
  setFileCaptions: 'puts a whole file in the place of another',
};

it('each call that edits a record takes the revision its form was opened with, or is listed with a reason', () => {
  const edits = Object.values(routes).filter(({ method }) => method === 'PUT');
  const unclear = edits.filter((route) => !('revised' in route) && !(route.name in withoutRevision));
  expect(unclear.map(({ name }) => name)).toEqual([]);
  const both = edits.filter((route) => 'revised' in route && route.name in withoutRevision);
  expect(both).toEqual([]);
});

interface Revised {
  _id: string;
  revision?: number;
}

interface Edited {
  name: EndpointName;
  make(): Promise<string>;
  read(id: string): Promise<Revised>;
  bodyOf(number: number): object;
}

let app: TestApp;
let creator: BuiltPerformer;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  creator = await buildPerformer(app);
});
afterAll(() => app.close());

const own = async (name: EndpointName, id: string): Promise<Revised> =>
  (await app.call(name, { as: creator.token, params: { id } })).data as Revised;
const address = {
  name: 'Ana Prado',
  country: 'Portugal',
  city: 'Lisboa',
  streetAddress: 'Rua das Flores',
  zipCode: '1200-192',
};

const edits: Edited[] = [
  {
    name: 'updateFeed',
    make: async () => (await buildFeed(app, creator, { isSale: true, price: 4 }))._id,
    read: (id) => own('getPerformerFeed', id),
    bodyOf: (price) => ({ isSale: true, price }),
  },
  {
    name: 'updateVideo',
    make: async () => (await buildVideo(app, creator, { isSale: true, price: 4 }))._id,
    read: (id) => own('getPerformerVideo', id),
    bodyOf: (price) => ({ isSale: true, price }),
  },
  {
    name: 'updateGallery',
    make: async () => (await buildGallery(app, creator, { isSale: true, price: 4 }))._id,
    read: (id) => own('getPerformerGallery', id),
    bodyOf: (price) => ({ title: 'A walk', isSale: true, price }),
  },
  {
    name: 'updateProduct',
    make: async () => (await buildProduct(app, creator))._id,
    read: (id) => own('getPerformerProduct', id),
    bodyOf: (price) => ({ price }),
  },
  {
    name: 'updatePhoto',
    make: async () => (await buildGalleryPhoto(app, creator))._id,
    async read(id) {
      const { data } = await app.call('searchPerformerPhotos', { as: creator.token });
      return data.data.find((photo) => photo._id === id) as Revised;
    },
    bodyOf: (number) => ({ title: `Wave ${number}` }),
  },
  {
    name: 'updatePerformer',
    make: async () => creator.id,
    read: (id) => own('getMe', id),
    bodyOf: (monthlyPrice) => ({ monthlyPrice }),
  },
  {
    name: 'updateMe',
    make: async () => creator.id,
    read: (id) => own('getMe', id),
    bodyOf: (number) => ({ name: `Ana ${number}` }),
  },
  {
    name: 'updateAddress',
    make: async () => (await app.call('createAddress', { as: creator.token, body: address })).data._id,
    async read(id) {
      const { data } = await app.call('listAddresses', { as: creator.token });
      return data.data.find((one) => one._id === id) as Revised;
    },
    bodyOf: (number) => ({ ...address, streetNumber: String(number) }),
  },
];

it('the tests below cover all calls that take a revision', () => {
  const named = Object.values(routes).flatMap((route) => ('revised' in route ? [route.name] : []));
  expect(edits.map(({ name }) => name).sort()).toEqual(named.sort());
});

describe.each(edits)('$name', ({ name, make, read, bodyOf }) => {
  const put = (id: string, number: number, seen?: number | string) =>
    app.call(name, {
      as: creator.token,
      params: { id },
      body: bodyOf(number),
      ...(seen !== undefined && { headers: { 'if-match': typeof seen === 'number' ? `"${seen}"` : seen } }),
    });

  it('rejects a form opened before another form was saved, and changes nothing', async () => {
    const id = await make();
    const { revision } = await read(id);
    expect(revision).toEqual(expect.any(Number));
    expect((await put(id, 5, revision)).status).toBe(200);
    const saved = await read(id);
    expect(saved.revision).toBeGreaterThan(revision as number);
    const stale = await put(id, 6, revision);
    expect(stale).toMatchObject({ status: 409, body: { error: 'CHANGED_ELSEWHERE' } });
    expect(await read(id)).toMatchObject({ revision: saved.revision });
    expect((await put(id, 6, saved.revision)).status).toBe(200);
  });

  it('accepts only one of two concurrent saves', async () => {
    const id = await make();
    const { revision } = await read(id);
    const replies = await Promise.all([put(id, 5, revision), put(id, 6, revision)]);
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  });

  it('accepts a call without a revision, and rejects a malformed one', async () => {
    const id = await make();
    expect((await put(id, 5)).status).toBe(200);
    expect((await put(id, 6)).status).toBe(200);
    expect((await put(id, 7, 'W/"x"')).status).toBe(400);
  });
});

it('shows the revision of an item only to its owner', async () => {
  const { _id: id } = await buildFeed(app, creator, { isSale: true, price: 0 });
  expect((await app.call('getFeed', { params: { id } })).data).not.toHaveProperty('revision');
});
