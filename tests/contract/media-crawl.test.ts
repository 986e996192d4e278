import { eq } from 'drizzle-orm';
import type { Route } from '@contract/base/define';
import { routes } from '@contract/index';
import type { EndpointName } from '@contract/schemas';
import { files } from '../../server/db/schema/files';
import { userBlocks } from '../../server/db/schema/social';
import { buildGallery, buildGalleryPhoto, buildProduct, buildStoredFilm, buildVideo } from '../factories/assets';
import { buildFeed, buildPurchase } from '../factories/feed';
import { buildStoredPhoto, fetchMedia } from '../factories/media';
import { buildPerformer, type BuiltPerformer } from '../factories/performer';
import { buildSubscription } from '../factories/subscription';
import { buildUser, type BuiltPerson } from '../factories/user';
import { buildTestApp, type TestApp } from '../harness/build-test-app';

/** Promises, both for URLs of files and for texts of items. */

const viewers = ['visitor', 'fan', 'subscriber', 'buyer', 'formerSubscriber', 'blockedBuyer', 'otherCreator'] as const;
type ViewerName = (typeof viewers)[number];
type Offer = 'open' | 'subscribers' | 'sale';

/** Bought content stays open to the buyer, even if blocked. Decisions 2 and 3, promises M-21. */
const mayOpen: Record<Offer, readonly ViewerName[]> = {
  open: ['visitor', 'fan', 'subscriber', 'buyer', 'formerSubscriber', 'otherCreator'],
  subscribers: ['subscriber'],
  sale: ['buyer', 'blockedBuyer'],
};
const offers = {
  open: { isSale: true, price: 0 },
  subscribers: { isSale: false, price: 0 },
  sale: { isSale: true, price: 5 },
} as const;

interface Secret {
  kind: string;
  offer: Offer;
}

const secretName = 'Zanzibar.jpg';
const secretWords = (kind: string, offer: Offer) => `quokka ${kind} ${offer}`;

let app: TestApp;
let creator: BuiltPerformer;
let people: Record<Exclude<ViewerName, 'visitor'>, BuiltPerson>;
const secrets = new Map<string, Secret>();
const ids: string[] = [];

async function buildPicture(type: string, secret: Secret): Promise<string> {
  const { id } = await buildStoredPhoto(app, { ownerId: creator.id, type, name: secretName });
  secrets.set(id, secret);
  return id;
}

async function buildOffered(offer: Offer): Promise<[target: string, id: string][]> {
  const terms = offers[offer];
  const text = (kind: string) => secretWords(kind, offer);
  const fileIds = [await buildPicture('feed-photo', { kind: 'feed', offer })];
  const feed = await buildFeed(app, creator, { type: 'photo', fileIds, text: text('feed'), ...terms });
  const film = await buildStoredFilm(app, creator);
  secrets.set(film.id, { kind: 'video', offer });
  const video = await buildVideo(app, creator, { fileId: film.id, ...terms });
  const gallery = await buildGallery(app, creator, terms);
  const fileId = await buildPicture('performer-photo', { kind: 'photo', offer });
  const photo = await buildGalleryPhoto(app, creator, { galleryId: gallery._id, fileId, description: text('photo') });
  ids.push(feed._id, video._id, gallery._id, photo._id);
  const sold: [string, string][] = [
    ['feed', feed._id],
    ['video', video._id],
    ['gallery', gallery._id],
  ];
  // Products are never for subscribers only.
  if (offer === 'subscribers') return sold;
  const digitalFileId = await buildPicture('performer-product-digital', { kind: 'product', offer });
  const product = await buildProduct(app, creator, { type: 'digital', price: terms.price, digitalFileId });
  ids.push(product._id);
  return [...sold, ['product', product._id]];
}

beforeAll(async () => {
  // If web app and API have the same host, browsers send the session along with every file URL.
  app = await buildTestApp({ WEB_PUBLIC_URL: 'http://site.test', API_PUBLIC_URL: 'http://site.test:81' });
  creator = await buildPerformer(app);
  const [fan, subscriber, buyer, formerSubscriber, blockedBuyer] = [
    await buildUser(app),
    await buildUser(app),
    await buildUser(app),
    await buildUser(app),
    await buildUser(app),
  ];
  people = { fan, subscriber, buyer, formerSubscriber, blockedBuyer, otherCreator: await buildPerformer(app) };
  await buildSubscription(app, { userId: subscriber.id, performerId: creator.id });
  const expiredAt = new Date(app.clock.now().getTime() - 60_000);
  await buildSubscription(app, { userId: formerSubscriber.id, performerId: creator.id, expiredAt });
  for (const offer of ['open', 'subscribers', 'sale'] as const) {
    for (const [target, id] of await buildOffered(offer)) {
      if (offer !== 'sale') continue;
      for (const who of [buyer, blockedBuyer]) await buildPurchase(app, who, target, id);
    }
  }
  await app.context.db.insert(userBlocks).values({ performerId: creator.id, userId: blockedBuyer.id });
  await app.jobs.drain();
});
afterAll(() => app.close());

const getRoute = (name: EndpointName): Route => routes[name];
const gets = (Object.keys(routes) as EndpointName[]).filter(
  (name) => getRoute(name).method === 'GET' && name !== 'cancelPlatformSubscription',
);

/** Requests with every known id; for lists: of all creators, of one creator, and by search. */
function listCalls(name: EndpointName): { params: Record<string, string>; query: Record<string, string> }[] {
  const places = [...getRoute(name).path.matchAll(/:(\w+)/g)].map(([, place = '']) => place);
  const known = [...ids, ...secrets.keys(), creator.id];
  const types = ['feeds', 'videos', 'galleries', 'products', 'performers'];
  const choices = places.includes('type') ? types : places.length > 0 ? known : [''];
  const lists = [{ limit: '100' }, { limit: '100', performerId: creator.id }, { limit: '100', q: 'quokka' }];
  const queries = places.length > 0 ? [{}] : lists;
  return choices.flatMap((choice) =>
    queries.map((query) => ({
      params: Object.fromEntries(places.map((place) => [place, choice])),
      query: query as Record<string, string>,
    })),
  );
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(textsIn);
}

const getSecret = (url: string) => {
  const id = /\/media\/(?:public\/)?([0-9a-f]{24})\//.exec(url)?.[1];
  return id === undefined ? undefined : secrets.get(id);
};
const isPreview = (url: string) => /\/blurred(\?|$)/.test(url);

describe.each(viewers)('A-1, A-6: the responses to a %s', (who) => {
  const found = new Set<string>();
  const as = () => (who === 'visitor' ? undefined : people[who]);

  it('contain no file URL and no text without access to it', async () => {
    const wrong: string[] = [];
    for (const name of gets) {
      for (const call of listCalls(name)) {
        const reply = await app.call(name, { ...call, as: as()?.token });
        for (const text of textsIn(reply.body)) {
          const secret = getSecret(text);
          if (secret && !isPreview(text)) found.add(text);
          const isTheirs = secret && mayOpen[secret.offer].includes(who);
          if (secret && !isPreview(text) && !isTheirs) wrong.push(`${name}: ${text}`);
          for (const offer of ['open', 'subscribers', 'sale'] as const) {
            const isClosed = !mayOpen[offer].includes(who);
            const isSaid = ['feed', 'photo'].some((kind) => text.includes(secretWords(kind, offer)));
            if (isClosed && isSaid) wrong.push(`${name}: ${text}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('contain URLs that open only for that viewer', async () => {
    const theirs = [...secrets.values()].filter(({ offer }) => mayOpen[offer].includes(who));
    // The URL of a product's file is returned only by a separate endpoint, which is not called here.
    expect(new Set([...found].map((url) => getSecret(url)?.kind))).toEqual(new Set(theirs.map(({ kind }) => kind)));
    for (const url of found) {
      expect([url, (await fetchMedia(app, url, as())).statusCode]).toEqual([url, 200]);
      if (getSecret(url)?.offer === 'open' || who === 'visitor') continue;
      for (const other of [undefined, people.fan]) {
        const status = (await fetchMedia(app, url, other)).statusCode;
        expect([url, [403, 404].includes(status)]).toEqual([url, true]);
      }
    }
  });

  it('open no file through a URL that was made up', async () => {
    for (const [id, { offer }] of secrets) {
      if (mayOpen[offer].includes(who)) continue;
      const [row] = await app.context.db.select().from(files).where(eq(files.id, id));
      const variants = Object.keys(row?.variants ?? {}).filter((variant) => variant !== 'blurred');
      expect(variants.length).toBeGreaterThan(0);
      for (const variant of variants) {
        for (const place of ['media', 'media/public']) {
          const { statusCode } = await fetchMedia(app, `/${place}/${id}/${variant}`, as());
          expect([place, variant, [403, 404].includes(statusCode)]).toEqual([place, variant, true]);
        }
      }
    }
  });
});
