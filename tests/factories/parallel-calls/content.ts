import { eq } from 'drizzle-orm';
import { newId } from '../../../server/db/columns';
import { performers } from '../../../server/db/schema/accounts';
import type { TestCall } from '../../harness/build-test-app';
import { buildGallery, buildGalleryPhoto, buildProduct, buildStoredFilm, buildVideo } from '../assets';
import { buildFeed, buildPollOption } from '../feed';
import { buildSale } from '../money';
import { buildRecording, buildStoredPhoto } from '../media';
import { buildSubscription } from '../subscription';
import {
  AT_ONCE,
  buildFailedPhoto,
  byCreators,
  byFans,
  byNewFans,
  byStar,
  byStrangers,
  mapAll,
  type Plan,
  type Plans,
  type Stage,
} from './stage';

const commentOn = async ({ ask, openPostId }: Stage, as: string): Promise<string> => {
  const body = { objectId: openPostId, objectType: 'feed', content: 'Lovely' };
  return (await ask('createComment', { as, body }))._id;
};

const getBlock = (stage: Stage, id: string) =>
  stage.ask('blockUser', { as: stage.creators[0]?.token, body: { targetId: id, target: 'user' } });

const addressBody = {
  name: 'Wren Moor',
  country: 'GB',
  city: 'Kent',
  streetNumber: '1',
  streetAddress: 'Harbour Road',
  zipCode: 'CT1 1AA',
  state: 'Kent',
};

/** Uses new fans, because an account can only have a few addresses. */
const withAddress = (body?: object): Plan =>
  byNewFans(async ({ ask }, { token }) => {
    const { _id } = await ask('createAddress', { as: token, body: addressBody });
    return { params: { id: _id }, ...(body && { body }) };
  });

const captions = { text: 'WEBVTT\n\n00:00.000 --> 00:02.000\nGood morning', language: 'en' };

const getFilm = async ({ app, star }: Stage): Promise<string> => (await buildStoredFilm(app, star)).id;

export const socialPlans: Plans = {
  followPerformer: byNewFans(({ star }) => ({ params: { id: star.id } })),
  unfollowPerformer: byNewFans(async ({ ask, star }, { token }) => {
    await ask('followPerformer', { as: token, params: { id: star.id } });
    return { params: { id: star.id } };
  }),
  listFollowers: byStar(),
  listFollowing: byFans(),
  createReaction: byFans(({ openPostId }) => ({
    body: { objectId: openPostId, objectType: 'feed', action: 'like' },
  })),
  deleteReaction: byFans(({ openPostId }) => ({
    body: { objectId: openPostId, objectType: 'feed', action: 'like' },
  })),
  listBookmarks: byFans(() => ({ params: { type: 'feeds' } })),
  createComment: byFans(({ openPostId }) => ({
    body: { objectId: openPostId, objectType: 'feed', content: 'Lovely' },
  })),
  updateComment: byNewFans(async (stage, { token }) => ({
    params: { id: await commentOn(stage, token) },
    body: { content: 'Lovelier' },
  })),
  listComments: byFans(({ openPostId }) => ({ query: { objectId: openPostId, objectType: 'feed' } })),
  deleteComment: byNewFans(async (stage, { token }) => ({ params: { id: await commentOn(stage, token) } })),
  createReport: byFans(({ openPostId, star }) => ({
    body: { target: 'feed', targetId: openPostId, performerId: star.id, title: 'Spam' },
  })),
  listBlockedCountries: byStrangers(({ admin }) => ({ as: admin.token })),
  blockCountries: byCreators(() => ({ body: { countryCodes: ['FR', 'IT'] } })),
  blockUser: byNewFans(({ creators }, { id }) => ({ as: creators[0]?.token, body: { targetId: id, target: 'user' } })),
  unblockUser: byNewFans(async (stage, { id }) => {
    await getBlock(stage, id);
    return { as: stage.creators[0]?.token, params: { id } };
  }),
  listFanNotes: byCreators(({ fans }) => ({ query: { userIds: String(fans[0]?.id) } })),
  setFanNote: byNewFans(async ({ app, star }, { id }) => {
    await buildSubscription(app, { userId: id, performerId: star.id });
    return { as: star.token, params: { id }, body: { note: 'Asked for the recipe', lists: ['Regulars'] } };
  }),
  listFanLists: byCreators(),
  listBlockedUsers: byStrangers(({ creators }) => ({ as: creators[0]?.token })),
  createAddress: byNewFans(() => ({ body: addressBody })),
  updateAddress: withAddress({ ...addressBody, name: 'Wren' }),
  listAddresses: byFans(),
  deleteAddress: withAddress(),
  listConversations: byFans(),
  createConversation: byNewFans(({ star }) => ({ body: { source: 'performer', sourceId: star.id } })),
  searchConversations: byFans(({ star }) => ({ query: { keyword: star.account.name } })),
  getConversation: byFans(({ conversations }, _, index) => ({ params: { id: conversations[index] ?? '' } })),
  updateConversationSettings: byFans(({ conversations }, _, index) => ({
    params: { id: conversations[index] ?? '' },
    body: { isMuted: true },
  })),
  searchMessages: byFans(() => ({ query: { q: 'morning' } })),
  listMessages: byFans(({ conversations }, _, index) => ({ params: { id: conversations[index] ?? '' } })),
  // All messages go to one conversation, which numbers them in sequence.
  sendMessage: byFans(({ conversations, fans }, _, index) => ({
    as: fans[0]?.token,
    params: { id: conversations[0] ?? '' },
    body: { text: `Good evening ${index}` },
  })),
  countUnread: byFans(),
  readAllMessages: byFans(({ conversations }, _, index) => ({ params: { id: conversations[index] ?? '' } })),
  deleteMessage: byStar(async ({ ask, star, conversations }) => {
    const sent = { as: star.token, params: { id: conversations[0] ?? '' }, body: { text: 'Never mind' } };
    return { params: { id: (await ask('sendMessage', sent))._id } };
  }),
};

export const contentPlans: Plans = {
  searchPerformers: byFans(() => ({ query: { q: 'creator' } })),
  listRandomPerformers: byFans(),
  listTopPerformers: byStrangers(),
  getMyPerformer: byCreators(),
  getPerformer: byFans(({ star }) => ({ params: { id: star.id } })),
  updatePerformer: byStar(({ star }) => ({ params: { id: star.id }, body: { bio: 'I draw' } })),
  updateBankingSettings: byCreators((_, { id }) => ({
    params: { id },
    body: { performerId: id, firstName: 'Wren', lastName: 'Moor', bankName: 'Harbour Bank', bankAccount: 'GB00 1234' },
  })),
  updatePaymentGatewaySettings: byCreators((_, { id }) => ({
    params: { id },
    body: { key: 'paypal', value: { email: 'wren@example.test' } },
  })),
  deleteWelcomeMessageFile: {
    calls: ({ app, creators }) =>
      mapAll(creators, async ({ id, token }) => {
        const fileId = newId();
        const theirs = eq(performers.id, id);
        await app.context.db
          .update(performers)
          .set({ welcomeMessageFileIds: [fileId] })
          .where(theirs);
        return { as: token, params: { id: fileId } };
      }),
  },
  deletePerformerCover: byCreators(),
  deleteWelcomeVideo: byCreators(),
  getFileStatus: {
    async calls({ app, star }) {
      const { id } = await buildStoredPhoto(app, { ownerId: star.id, type: 'feed-photo' });
      return Array.from({ length: AT_ONCE }, () => ({ as: star.token, params: { id } }));
    },
  },
  retryFile: byStar(async (stage) => ({ params: { id: await buildFailedPhoto(stage) } })),
  setFileCaptions: byStar(async (stage) => ({ params: { id: await getFilm(stage) }, body: captions })),
  deleteFileCaptions: byStar(async (stage) => {
    const params = { id: await getFilm(stage) };
    await stage.ask('setFileCaptions', { as: stage.star.token, params, body: captions });
    return { params };
  }),
  createFeed: byStar((_, index) => ({ body: { type: 'text', title: `Day ${index}`, text: 'Words' } })),
  listPerformerFeeds: byStar(),
  createPoll: byStar((_, index) => ({ body: { description: `Answer ${index}` } })),
  getPerformerFeed: byStar(({ openPostId }) => ({ params: { id: openPostId } })),
  updateFeed: byStar(({ openPostId }) => ({
    params: { id: openPostId },
    body: { type: 'text', text: 'Other words', isSale: true, price: 0 },
  })),
  deleteFeed: byStar(async ({ app, star }) => ({ params: { id: (await buildSale(app, star)).id } })),
  listFeeds: byFans(() => ({ query: { isHome: 'true' } })),
  getFeed: byFans(({ openPostId }) => ({ params: { id: openPostId } })),
  ...assetPlans(),
  votePoll: {
    async calls({ app, star, fans }) {
      const pollIds = [await buildPollOption(app, star, 'Sea'), await buildPollOption(app, star, 'Hills')];
      await buildFeed(app, star, { isSale: true, price: 0, pollDescription: 'Where to?', pollIds });
      return fans.map(({ token }) => ({ as: token, params: { id: pollIds[0] ?? '' } }));
    },
  },
};

/** All edits lock the same item. */
function assetPlans(): Plans {
  const one = <T extends { _id: string }>(
    build: (stage: Stage) => Promise<T>,
    rest: Omit<TestCall, 'as'> = {},
  ): Plan => ({
    async calls(stage) {
      const { _id } = await build(stage);
      return stage.fans.map(() => ({ as: stage.star.token, params: { id: _id }, ...rest }));
    },
  });
  const each = (build: (stage: Stage) => Promise<{ _id: string }>): Plan =>
    byStar(async (stage) => ({ params: { id: (await build(stage))._id } }));
  const seen = (build: (stage: Stage) => Promise<{ _id: string }>): Plan => ({
    async calls(stage) {
      const { _id } = await build(stage);
      return stage.fans.map(({ token }) => ({ as: token, params: { id: _id } }));
    },
  });
  const video = ({ app, star }: Stage) => buildVideo(app, star);
  const gallery = ({ app, star }: Stage) => buildGallery(app, star);
  const photo = async ({ app, star }: Stage) =>
    buildGalleryPhoto(app, star, { galleryId: (await buildGallery(app, star))._id });
  const product = ({ app, star }: Stage) => buildProduct(app, star);
  return {
    updateVideo: one(video, { body: { title: 'Another title' } }),
    searchPerformerVideos: byStar(),
    getPerformerVideo: one(video),
    removeVideoFile: one(video, { query: { type: 'teaser' } }),
    deleteVideo: each(video),
    searchVideos: byFans(),
    getVideo: seen(video),
    createGallery: byStar((_, index) => ({ body: { title: `Walk ${index % 4}` } })),
    searchPerformerGalleries: byStar(),
    getPerformerGallery: one(gallery),
    updateGallery: one(gallery, { body: { title: 'Another title' } }),
    orderGalleryPhotos: one(gallery, { body: { photoIds: [] } }),
    deleteGallery: each(gallery),
    searchGalleries: byFans(),
    getGallery: seen(gallery),
    searchPerformerPhotos: byStar(),
    setPhotoCover: one(photo),
    updatePhoto: one(photo, { body: { title: 'Another title' } }),
    deletePhoto: {
      async calls({ app, star, fans }) {
        const { _id } = await buildGallery(app, star);
        const photos = await mapAll(fans, () => buildGalleryPhoto(app, star, { galleryId: _id }));
        return photos.map((one) => ({ as: star.token, params: { id: one._id } }));
      },
    },
    listPhotos: byFans(),
    listPhotosOfPerformer: byFans(({ star }) => ({ params: { performerId: star.id } })),
    createProduct: byStar((_, index) => ({ body: { name: `Print ${index % 4}`, price: '20', stock: '3' } })),
    searchPerformerProducts: byStar(),
    getPerformerProduct: one(product),
    updateProduct: one(product, { body: { stock: '2' } }),
    deleteProduct: each(product),
    searchProducts: byFans(),
    getProduct: seen(product),
    getProductDownloadLink: seen(async ({ app, star }) => {
      const file = await buildStoredPhoto(app, { ownerId: star.id, type: 'performer-product-digital' });
      return buildProduct(app, star, { type: 'digital', price: 0, digitalFileId: file.id });
    }),
  };
}

const upload = (field: string, what: 'photo' | Parameters<typeof buildRecording>[0]): Plan => ({
  async calls({ creators, photo }) {
    const content = what === 'photo' ? photo : await buildRecording(what);
    return creators.map(({ token }) => ({ as: token, files: { [field]: { content } } }));
  },
});

/** These run last, because videos are still being converted afterwards. */
export const uploadPlans: Plans = {
  uploadPerformerAvatar: upload('avatar', 'photo'),
  uploadPerformerCover: upload('cover', 'photo'),
  uploadDocument: byCreators(({ photo }) => ({
    params: { type: 'idVerification' },
    files: { file: { content: photo } },
  })),
  uploadDocuments: byCreators(({ photo }) => ({
    files: { idVerification: { content: photo }, documentVerification: { content: photo } },
  })),
  uploadWelcomeMessagePhoto: upload('welcome-message-photo', 'photo'),
  uploadFeedPhoto: upload('file', 'photo'),
  uploadFeedThumbnail: upload('file', 'photo'),
  uploadMessagePhoto: upload('file', 'photo'),
  uploadMessageFile: upload('file', 'photo'),
  uploadFeedAudio: upload('file', 'tone.wav'),
  uploadFeedVideo: upload('file', 'clip.mp4'),
  uploadVideo: upload('video', 'clip.mp4'),
  uploadPhoto: {
    async calls({ app, star, fans, photo }) {
      const { _id } = await buildGallery(app, star);
      return fans.map(() => ({ as: star.token, body: { galleryId: _id }, files: { photo: { content: photo } } }));
    },
  },
  uploadFeedTeaser: upload('file', 'clip.mp4'),
  uploadWelcomeVideo: upload('welcome-video', 'clip.mp4'),
  uploadWelcomeMessageVideo: upload('welcome-message-video', 'clip.mp4'),
  uploadMessageVideo: upload('file', 'clip.mp4'),
};

export const messagesForSale = ({ ask, star, conversations }: Stage): Promise<string[]> =>
  mapAll(conversations, async (id) => {
    const body = { text: 'For you', isSale: true, price: 4 };
    return (await ask('sendMessage', { as: star.token, params: { id }, body }))._id;
  });
