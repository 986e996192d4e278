import { createECDH } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { generate } from 'otplib';
import { accounts } from '../../../server/db/schema/accounts';
import { notifications } from '../../../server/db/schema/social';
import { webhookDeliveries } from '../../../server/db/schema/webhooks';
import { newId } from '../../../server/db/columns';
import { inTransaction } from '../../../server/db/transaction';
import { solvedCaptcha } from '../captcha';
import { googleToken, newPhone, TWITTER_CALLBACK, twitterAnswer } from '../social-login';
import { PASSWORD, type BuiltPerson } from '../user';
import type { TestCall } from '../../harness/build-test-app';
import {
  AT_ONCE,
  byCreators,
  byFans,
  byNewFans,
  byStrangers,
  same,
  times,
  type Plan,
  type Plans,
  type Stage,
} from './stage';

const getAddress = (word: string) => `${word}@example.test`;
/** A network for each call, because phone codes are rate-limited by IP address. */
const fromNetwork = (index: number) => ({ 'x-forwarded-for': `10.1.${index}.7` });

async function phoneCode({ app }: Stage, index: number): Promise<{ phone: string; code: string }> {
  const phone = newPhone();
  await app.call('sendPhoneCode', { body: { phone }, headers: fromNetwork(index) });
  const text = app.texts.find(({ to }) => to === phone)?.text ?? '';
  return { phone, code: /\d{6}/.exec(text)?.[0] ?? '' };
}

async function enableTwoFactor({ ask }: Stage, { token }: BuiltPerson): Promise<void> {
  const { secret } = await ask('connectTwoFactor', { as: token, body: {} });
  await ask('verifyTwoFactor', { as: token, body: { verificationCode: await generate({ secret }) } });
}

const createPushSubscription = (accountId: string) => ({
  // Not as an id, which the tests would replace.
  endpoint: `https://push.example/${Buffer.from(accountId).toString('base64url')}`,
  keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'x'.repeat(22) },
});

const newWebhook = async ({ ask, webhook }: Stage, { token }: { token: string }): Promise<string> =>
  (await ask('createWebhookEndpoint', { as: token, body: webhook }))._id;

const byCreatorsWith = (make: (stage: Stage, creator: BuiltPerson) => Promise<TestCall>): Plan => ({
  calls: (stage) =>
    Promise.all(stage.creators.map(async (creator) => ({ as: creator.token, ...(await make(stage, creator)) }))),
});

export const accountPlans: Plans = {
  login: byFans((_, { account }) => ({ as: undefined, body: { username: account.username, password: PASSWORD } })),
  logout: byNewFans(),
  startTwitterLogin: byStrangers(() => ({ body: { callbackUrl: TWITTER_CALLBACK } })),
  finishTwitterLogin: byStrangers(async ({ app, newWord }) => ({
    body: { ...(await twitterAnswer(app, newWord())), role: 'user' },
  })),
  loginWithGoogle: byStrangers(async ({ app, newWord }) => ({
    body: { tokenId: await googleToken(app, getAddress(newWord())), role: 'user' },
  })),
  sendEmailVerification: byNewFans(
    (_, { id, account }) => ({
      as: undefined,
      body: { source: { _id: id, email: account.email }, sourceType: 'user' },
    }),
    { verifiedEmail: false },
  ),
  updatePassword: byNewFans(() => ({ body: { password: 'another password', source: 'user' } })),
  requestPasswordReset: byFans((_, { account }) => ({ as: undefined, body: { email: account.email } })),
  resetPassword: byNewFans(async ({ app }, { id, account }) => {
    const email = account.email ?? '';
    const token = await inTransaction(app.context.db, (tx) =>
      app.services.passwords.issueResetToken({ accountId: id, email }, tx),
    );
    return { as: undefined, body: { token, password: 'another password' } };
  }),
  inspectMailLink: byStrangers(() => ({ body: { action: 'verify-email', token: 'x'.repeat(43) } })),
  useMailLink: byFans(({ app }, { id }) => {
    const link = app.services.unsubscribe.headers(id)['List-Unsubscribe'] ?? '';
    return { as: undefined, body: { action: 'unsubscribe', token: /token=([^>]+)/.exec(link)?.[1] } };
  }),
  checkUsername: byStrangers(({ newWord }) => ({ query: { username: newWord() } })),
  registerUser: byStrangers(({ newWord }) => {
    const word = newWord();
    return { body: { email: getAddress(word), username: word, password: 'a good password', isOfAge: true } };
  }),
  registerPerformer: byStrangers(({ newWord, photo }) => {
    const word = newWord();
    const profile = { email: getAddress(word), username: word, password: 'a good password', gender: 'female' };
    return {
      body: { ...profile, dateOfBirth: '1990-05-04' },
      files: { idVerification: { content: photo }, documentVerification: { content: photo } },
    };
  }),
  sendPhoneCode: byStrangers((_, index) => ({ body: { phone: newPhone() }, headers: fromNetwork(index) })),
  loginWithPhone: byStrangers(async (stage, index) => ({ body: { ...(await phoneCode(stage, index)), role: 'user' } })),
  checkDocument: byStrangers(() => ({ body: { documentNumber: 'X1234567' } })),
  connectTwoFactor: byNewFans(() => ({ body: {} })),
  verifyTwoFactor: byNewFans(async ({ ask }, { token }) => {
    const { secret } = await ask('connectTwoFactor', { as: token, body: {} });
    return { body: { verificationCode: await generate({ secret }) } };
  }),
  getTwoFactorStatus: byFans(),
  disableTwoFactor: byNewFans(async (stage, fan) => {
    await enableTwoFactor(stage, fan);
    return { body: { password: PASSWORD } };
  }),
  renewRecoveryCodes: byNewFans(async (stage, fan) => {
    await enableTwoFactor(stage, fan);
    return {};
  }),
  listLinkedLogins: byFans(),
  linkGoogle: byNewFans(async ({ app, newWord }) => ({
    body: { tokenId: await googleToken(app, getAddress(newWord())) },
  })),
  linkTwitter: byNewFans(async ({ app, newWord }) => ({ body: await twitterAnswer(app, newWord()) })),
  linkPhone: {
    calls: async (stage) => {
      const fans = await stage.people();
      return times(AT_ONCE, async (index) => ({ as: fans[index]?.token, body: await phoneCode(stage, index) }));
    },
  },
  unlinkLogin: byNewFans(async ({ app, ask, newWord }, { token }) => {
    await ask('linkGoogle', { as: token, body: { tokenId: await googleToken(app, getAddress(newWord())) } });
    return { params: { provider: 'google' } };
  }),
  getMe: same(({ fans }) => ({ as: fans[0]?.token })),
  updateMe: same(({ fans }) => ({ as: fans[0]?.token, body: { firstName: 'Wren', lastName: 'Moor' } })),
  updateUser: byFans(({ admin }, { id }) => ({ as: admin.token, params: { id }, body: { firstName: 'Wren' } })),
  searchUsers: byStrangers(({ star }) => ({ as: star.token, query: { q: 'fan' } })),
  getUser: byFans((_, { id }) => ({ params: { id } })),
  setFollowPopupStatus: byFans(() => ({ body: { status: true } })),
  dismissWelcomeVideo: byFans(() => ({ body: {} })),
  uploadMyAvatar: byFans(({ photo }) => ({ files: { avatar: { content: photo } } })),
  uploadUserAvatar: byFans(({ admin, photo }, { id }) => ({
    as: admin.token,
    params: { id },
    files: { avatar: { content: photo } },
  })),
  deleteMyAvatar: byFans(),
  updatePreferences: same(({ fans }) => ({ as: fans[0]?.token, body: { showOnline: false } })),
  resendEmailChange: byNewFans(async ({ app, newWord }, { id }) => {
    const pendingEmail = getAddress(newWord());
    await app.context.db.update(accounts).set({ pendingEmail }).where(eq(accounts.id, id));
    return {};
  }),
  cancelEmailChange: byFans(),
  listSessions: byFans(),
  getPushKey: byFans(),
  listPushSubscriptions: byFans(),
  // New fans get no news, which would be pushed to an address where nothing listens.
  addPushSubscription: byNewFans(async (_, { id }) => ({ body: createPushSubscription(id) })),
  removePushSubscription: byNewFans(async ({ ask }, { id, token }) => {
    const { _id } = await ask('addPushSubscription', { as: token, body: createPushSubscription(id) });
    return { params: { id: _id } };
  }),
  endOtherSessions: byNewFans(async ({ app }, { id }) => {
    await app.services.session.open(id);
    return {};
  }),
  endSession: byNewFans(async ({ app }, { id, actor }) => {
    const other = await app.services.session.findActor(await app.services.session.open(id));
    return { params: { id: other?.sessionId ?? actor.sessionId } };
  }),
  listApiKeys: byFans(),
  createApiKey: byFans(() => ({ body: { name: 'Script', scopes: ['read'] } })),
  deleteApiKey: byNewFans(async ({ ask }, { token }) => {
    const { _id: id } = await ask('createApiKey', { as: token, body: { name: 'Script', scopes: ['read'] } });
    return { params: { id } };
  }),
  listWebhookEndpoints: byCreators(),
  createWebhookEndpoint: byCreators(({ webhook }) => ({ body: webhook })),
  updateWebhookEndpoint: byCreatorsWith(async (stage, creator) => ({
    params: { id: await newWebhook(stage, creator) },
    body: { isOn: false },
  })),
  deleteWebhookEndpoint: byCreatorsWith(async (stage, creator) => ({
    params: { id: await newWebhook(stage, creator) },
  })),
  rotateWebhookSecret: byCreatorsWith(async (stage, creator) => ({ params: { id: await newWebhook(stage, creator) } })),
  testWebhookEndpoint: byCreatorsWith(async (stage, creator) => ({ params: { id: await newWebhook(stage, creator) } })),
  listWebhookDeliveries: byCreatorsWith(async (stage, creator) => ({
    params: { id: await newWebhook(stage, creator) },
  })),
  replayWebhookDelivery: byCreatorsWith(async (stage, creator) => {
    const id = await newWebhook(stage, creator);
    const delivery = { id: newId(), endpointId: id, event: 'tip.received', body: '{}', status: 'failed' } as const;
    await stage.app.context.db.insert(webhookDeliveries).values(delivery);
    return { params: { id: delivery.id } };
  }),
  getConfirmation: byFans(),
  confirmIdentity: byNewFans(() => ({ body: { password: PASSWORD } })),
  sendConfirmationCode: byNewFans(() => ({}), { passwordHash: null }),
  getDataExport: byFans(),
  requestDataExport: byNewFans(),
  getDeletion: byFans(),
  requestDeletion: byNewFans((_, { account }) => ({
    body: { confirmation: account.username, giveUpBalance: true, endSubscriptions: true },
  })),
  cancelDeletion: byNewFans(async ({ ask }, { token, account }) => {
    const body = { confirmation: account.username, giveUpBalance: true, endSubscriptions: true };
    await ask('requestDeletion', { as: token, body });
    return {};
  }),
  listNotifications: byFans(),
  readNotification: {
    async calls({ app, fans }) {
      const rows = fans.map(({ id }) => ({ id: newId(), userId: id, type: 'account', action: 'export' }));
      await app.context.db.insert(notifications).values(rows);
      return fans.map(({ token }, index) => ({ as: token, params: { id: rows[index]?.id ?? '' } }));
    },
  },
  readAllNotifications: byFans(),
};

export const publicPlans: Plans = {
  getSettings: byStrangers(),
  getSettingValues: byStrangers(() => ({ body: { keys: ['siteName'] } })),
  sendContactMessage: byStrangers(({ newWord }) => ({
    body: { name: 'Wren Moor', email: getAddress(newWord()), message: 'Hello' },
  })),
  reportPageFailure: byStrangers(() => ({ body: { part: 'post', message: 'It broke.', path: '/home' } })),
  listPosts: byStrangers(),
  getPost: byStrangers(() => ({ params: { id: 'about' } })),
  getAddressForm: byStrangers(() => ({ params: { country: 'GB' } })),
  listCountries: byStrangers(),
  listCountryDetails: byStrangers(),
  findCountryByAlpha3: byStrangers(() => ({ params: { code: 'GBR' } })),
  listSubdivisions: byStrangers(() => ({ params: { country: 'GB' } })),
  listStates: byStrangers(() => ({ params: { country: 'GB' } })),
  listCities: byStrangers(() => ({ params: { country: 'PT', state: 'Lisboa' } })),
  listLanguages: byStrangers(),
  listPhoneCodes: byStrangers(),
  getProfileOptions: byStrangers(),
  listCategories: byStrangers(),
  createCaptchaChallenge: byStrangers(),
  verifyCaptcha: byStrangers(async (stage) => ({ body: { token: await solvedCaptcha(stage.app) } })),
  locateCaller: byStrangers(),
  locatePoint: byStrangers(() => ({ query: { latitude: 38.7, longitude: -9.1 } })),
  listBanners: byStrangers(),
  checkCountryBlock: byStrangers(),
  searchKeyword: byStrangers(({ star }) => ({ body: { keyword: star.account.name } })),
  listKeywords: byFans(),
  suggestSearch: byStrangers(({ star }) => ({ query: { q: star.account.name } })),
};
