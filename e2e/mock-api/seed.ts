import { findOrOpen, postMessage } from './messages';
import { storeFile, paintPicture } from './files';
import { addPerson } from './seed-people';
import {
  daysFromNow,
  stamp,
  type Asset,
  type Feed,
  type Message,
  type Person,
  type Product,
  type World,
} from './state';

const colours = ['#8a4f7d', '#4f7d8a', '#7d8a4f'] as const;

export async function seed(world: World): Promise<void> {
  const pictures = await Promise.all(colours.map(paintPicture));
  fillSettings(world);
  fillSite(world);
  const creators = [
    addCreator(world, { username: 'mira-stone', name: 'Mira Stone' }, pictures),
    addCreator(world, { username: 'jonas-reed', name: 'Jonas Reed', page: { isFreeSubscription: true } }, pictures),
    addCreator(world, { username: 'lena-park', name: 'Lena Park' }, pictures),
  ];
  const fan = addPerson(world, { username: 'casey-moon', firstName: 'Casey', lastName: 'Moon', balance: 150.5 });
  addPerson(world, { username: 'empty-pockets', name: 'Robin Vale' });
  connect(world, fan, creators);
}

export function addCreator(world: World, about: Parameters<typeof addPerson>[1], pictures: Buffer[]): Person {
  const [avatar, cover] = pictures.map((bytes) =>
    storeFile(world, 'avatar', { name: 'face.png', mimeType: 'image/png', bytes }),
  );
  const creator = addPerson(world, {
    isPerformer: true,
    gender: 'female',
    country: 'US',
    ...about,
    avatar: `${world.url}/static/${avatar!._id}?type=avatar`,
    cover: `${world.url}/static/${cover!._id}?type=cover`,
    page: { bio: 'Photographs of harbours, early in the morning.', dateOfBirth: daysFromNow(-10_000), ...about.page },
  });
  const bytes = pictures[2]!;
  const photo = () => storeFile(world, 'feed-photo', { name: 'harbour.png', mimeType: 'image/png', bytes })._id;
  addFeed(world, creator, { text: 'The open one: good morning from the harbour', isSale: true });
  addFeed(world, creator, { text: 'For subscribers: the whole walk', type: 'photo', fileIds: [photo()] });
  addFeed(world, creator, {
    text: 'For sale: the print',
    type: 'photo',
    fileIds: [photo()],
    isSale: true,
    price: 12.5,
  });
  const question = addFeed(world, creator, { text: 'Help me choose', isSale: true, pollDescription: 'Which quay?' });
  question.pollIds = ['North', 'South'].map((description) => {
    const poll = { ...stamp(), description, createdBy: creator._id, refId: question._id, votes: [] };
    world.polls.push({ ...poll, expiredAt: daysFromNow(7) });
    return poll._id;
  });
  question.pollExpiredAt = daysFromNow(7);
  const film = storeFile(world, 'performer-video', { name: 'walk.mp4', mimeType: 'video/mp4', bytes });
  delete film.readyAt;
  addAsset(world, creator, { kind: 'video', title: 'Along the quay', fileIds: [film._id] });
  const photos = [photo(), photo(), photo()];
  addAsset(world, creator, { kind: 'video', title: 'Back at the quay', fileIds: [film._id], isSale: true });
  addAsset(world, creator, { kind: 'gallery', title: 'Nets and ropes', isSale: true, price: 6, fileIds: photos });
  return creator;
}

export function addProduct(world: World, creator: Person, about: Partial<Product>): Product {
  const type = about.type ?? 'digital';
  const bytes = Buffer.from('%PDF-1.4 a guide');
  const file = { name: 'guide.pdf', mimeType: 'application/pdf', bytes };
  const product: Product = {
    ...stamp(),
    fromSourceId: creator._id,
    name: 'Knots, a guide',
    slug: `product-${Date.now()}${world.products.length}`,
    description: 'Twelve of them.',
    type,
    status: 'active',
    price: 9,
    stock: 5,
    ...(type === 'digital' && { digitalFileId: storeFile(world, 'performer-product-digital', file)._id }),
    ...about,
  };
  world.products.push(product);
  return product;
}

function addAsset(
  world: World,
  creator: Person,
  about: Pick<Asset, 'kind' | 'title' | 'fileIds'> & Partial<Asset>,
): void {
  const slug = `${about.title.toLowerCase().replaceAll(' ', '-')}-${world.assets.length}`;
  const empty = { description: 'Before the boats go out.', isSale: false, price: 0 };
  world.assets.push({ ...stamp(), ...empty, slug, fromSourceId: creator._id, ...about });
}

function addFeed(world: World, creator: Person, about: Partial<Feed>): Feed {
  const slug = `post-${Date.now()}${world.feeds.length}`;
  const empty = { type: 'text', text: '', status: 'active', isSale: false, price: 0, fileIds: [], pollIds: [] };
  const feed: Feed = { ...stamp(), ...empty, slug, fromSourceId: creator._id, ...about };
  world.feeds.push(feed);
  return feed;
}

function connect(world: World, fan: Person, [first, second]: Person[]): void {
  for (const [creator, status] of [
    [first, 'active'],
    [second, 'deactivated'],
  ] as const) {
    if (!creator) continue;
    addSubscription(world, fan, creator, status);
    world.follows.push({ ...stamp(), from: fan._id, to: creator._id });
    addMessage(world, creator, fan, { text: 'Thank you for being here. What would you like to see next?' });
  }
  if (first) {
    const bytes = [...world.files.values()].find(({ type }) => type === 'feed-photo')!.bytes;
    const photo = () => storeFile(world, 'message-photo', { name: 'letter.png', mimeType: 'image/png', bytes })._id;
    addMessage(world, first, fan, { text: '', type: 'photo', fileIds: [photo()] });
    if (world.profile.hasPaidMessages)
      addMessage(world, first, fan, {
        text: 'Just for you',
        type: 'photo',
        fileIds: [photo()],
        isSale: true,
        price: 5,
      });
  }
  addCard(world, fan, '4242');
  const place = { country: 'United States', state: 'California', city: 'Fresno', district: 'Tower', ward: 'North' };
  const street = { streetNumber: '12', streetAddress: 'Harbour Road', zipCode: '93701', description: '' };
  world.addresses.push({ ...stamp(), ownerId: fan._id, name: 'Home', ...place, ...street });
}

export function addSubscription(world: World, fan: Person, creator: Person, status: string): void {
  const { gateway } = world.profile;
  const dates = {
    startRecurringDate: daysFromNow(-10),
    nextRecurringDate: daysFromNow(20),
    expiredAt: daysFromNow(20),
  };
  const parties = { userId: fan._id, performerId: creator._id, paymentGateway: gateway, usedFreeSubscription: false };
  world.subscriptions.push({ ...stamp(), subscriptionType: 'monthly', ...parties, status, ...dates });
}

export function addMessage(world: World, from: Person, to: Person, about: Partial<Message>): Message {
  const conversation = findOrOpen(world, from, to);
  const source = from.isPerformer ? 'performer' : 'user';
  const ids = { conversationId: conversation._id, senderId: from._id, senderSource: source } as const;
  const free = world.profile.hasPaidMessages && { isSale: false, price: 0 };
  const message: Message = { ...stamp(), ...ids, type: 'text', text: '', fileIds: [], ...free, ...about };
  postMessage(world, conversation, message);
  return message;
}

/** Does nothing if the gateway saves no cards. Cards ending in 0002 are declined. */
export function addCard(world: World, fan: Person, last4Digits: string): void {
  if (world.profile.gateway !== 'stripe') return;
  const card = { brand: 'Visa', month: '12', year: '2031', holderName: fan.name };
  world.cards.push({ ...stamp(), ownerId: fan._id, token: `card_${stamp()._id}`, last4Digits, ...card });
}

function fillSettings({ settings, profile }: World): void {
  Object.assign(settings, {
    siteName: `Harbour ${profile.name}`,
    maintenanceMode: false,
    requireEmailVerification: false,
    paymentGateway: profile.gateway,
    freeSubscriptionEnabled: true,
    freeSubscriptionDuration: 1,
    minimumSubscriptionPrice: 2.95,
    maximumSubscriptionPrice: 300,
    minimumWalletPrice: 10,
    maximumWalletPrice: 1000,
    minimumTipPrice: 3,
    maximumTipPrice: 400,
    minimumPayoutAmount: 50,
    footerContent: '',
    googleLoginEnabled: false,
    twitterLoginEnabled: false,
    enableGoogleReCaptcha: false,
    agoraEnable: false,
    menus: [
      { title: 'Terms of service', path: '/page/terms-of-service', internal: true, section: 'footer', ordering: 1 },
      { title: 'Privacy policy', path: '/page/privacy-policy', internal: true, section: 'footer', ordering: 2 },
    ],
  });
}

function fillSite(world: World): void {
  for (const [slug, title] of [
    ['terms-of-service', 'Terms of service'],
    ['privacy-policy', 'Privacy policy'],
  ]) {
    const text = { title, slug, content: `<p>${title}: be kind to each other.</p>`, shortDescription: title };
    world.posts.push({ ...stamp(), ownerId: '', type: 'post', status: 'published', ordering: 0, ...text });
  }
  const coupon = { name: 'Harbour week', description: '', numberOfUses: 100, status: 'active' };
  world.coupons.push({ ...stamp(), ownerId: '', code: 'HARBOUR', value: 0.2, expiredDate: daysFromNow(30), ...coupon });
  world.coupons.push({
    ...stamp(),
    ownerId: '',
    code: 'LASTYEAR',
    value: 0.5,
    expiredDate: daysFromNow(-30),
    ...coupon,
  });
}
