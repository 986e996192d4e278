import { bind, type Binding } from '../../http/register-endpoint';
import type { IdentityServices } from './identity-services';

export const identityBindings = (services: IdentityServices): Binding[] => [
  ...bindAuth(services),
  ...bindLoginWays(services),
  ...bindAccount(services),
  ...bindApiKeys(services),
  ...bindPerformer(services),
  ...bindBlocks(services),
  ...bindFanNotes(services),
];

const bindAuth = (services: IdentityServices): Binding[] => [...bindLogin(services), ...bindSignUp(services)];

const bindSignUp = ({ identity, mailLinks, registration, emailVerification }: IdentityServices): Binding[] => [
  bind('registerUser', ({ body, ip }) => registration.registerUser(body, ip)),
  bind('checkUsername', ({ actor, query }) => identity.checkUsername(query.username, actor)),
  bind('sendEmailVerification', ({ body }) => emailVerification.resend(body)),
  bind('inspectMailLink', ({ body }) => mailLinks.inspect(body)),
  bind('useMailLink', ({ body }) => mailLinks.use(body)),
];

const bindLogin = ({ session, login, passwords, twoFactor }: IdentityServices): Binding[] => [
  bind('login', (call) => login.login(call.body, call)),
  bind('logout', async ({ token }) => {
    if (token !== null) await session.close(token);
    return true as const;
  }),
  bind('updatePassword', ({ actor, body, ip }) => passwords.change(actor, body, ip)),
  bind('requestPasswordReset', ({ body }) => passwords.requestReset(body)),
  bind('resetPassword', (call) => passwords.reset(call.body, call)),
  bind('connectTwoFactor', ({ actor }) => twoFactor.connect(actor)),
  bind('verifyTwoFactor', ({ actor, body }) => twoFactor.verify(actor, body.verificationCode)),
  bind('getTwoFactorStatus', ({ actor }) => twoFactor.status(actor)),
  bind('disableTwoFactor', ({ actor, body, ip }) => twoFactor.disable(actor, body, ip)),
  bind('renewRecoveryCodes', ({ actor }) => twoFactor.renewRecoveryCodes(actor)),
];

const bindLoginWays = (services: IdentityServices): Binding[] => {
  const { phoneCodes, phoneLogin, socialLogin, outsideProof, document, linkedLogin } = services;
  return [
    bind('sendPhoneCode', ({ body, ip }) => phoneCodes.send(body, ip)),
    bind('loginWithPhone', (call) => phoneLogin.login(call.body, call)),
    bind('loginWithGoogle', (call) => socialLogin.loginWithGoogle(call.body, call)),
    bind('startTwitterLogin', ({ body }) => outsideProof.startTwitter(body)),
    bind('finishTwitterLogin', (call) => socialLogin.loginWithTwitter(call.body, call)),
    bind('checkDocument', ({ body, ip }) => document.check(body, ip)),
    bind('listLinkedLogins', ({ actor }) => linkedLogin.list(actor)),
    bind('linkGoogle', ({ actor, body }) => linkedLogin.linkGoogle(actor, body)),
    bind('linkTwitter', ({ actor, body }) => linkedLogin.linkTwitter(actor, body)),
    bind('linkPhone', ({ actor, body, ip }) => linkedLogin.linkPhone(actor, body, ip)),
    bind('unlinkLogin', ({ actor, params }) => linkedLogin.unlink(actor, params.provider)),
  ];
};

const bindApiKeys = ({ apiKey }: IdentityServices): Binding[] => [
  bind('listApiKeys', ({ actor }) => apiKey.list(actor)),
  bind('createApiKey', ({ actor, body }) => apiKey.create(actor, body)),
  bind('deleteApiKey', ({ actor, params }) => apiKey.remove(actor, params.id)),
];

const bindAccount = ({ account, session, confirmation }: IdentityServices): Binding[] => [
  bind('getMe', ({ actor }) => account.getMe(actor)),
  bind('updateMe', ({ actor, body, ...by }) => account.updateMe(actor, body, by)),
  bind('searchUsers', ({ actor, query }) => account.search(actor, query)),
  bind('getUser', ({ actor, params }) => account.getUser(actor, params.id)),
  bind('setFollowPopupStatus', ({ actor, body }) => account.noteShown(actor, { followPopupShown: body.status })),
  bind('dismissWelcomeVideo', ({ actor }) => account.noteShown(actor, { welcomeVideoDismissed: true })),
  bind('uploadMyAvatar', ({ actor, files }) => account.replaceAvatar(actor.id, files['avatar'])),
  bind('deleteMyAvatar', ({ actor }) => account.removeAvatar(actor)),
  bind('updatePreferences', ({ actor, body }) => account.updatePreferences(actor, body)),
  bind('resendEmailChange', ({ actor }) => account.resendEmailChange(actor)),
  bind('cancelEmailChange', ({ actor }) => account.cancelEmailChange(actor)),
  bind('listSessions', ({ actor }) => session.list(actor)),
  bind('endOtherSessions', ({ actor }) => session.endOthers(actor)),
  bind('endSession', ({ actor, params }) => session.endOne(actor, params.id)),
  bind('getConfirmation', ({ actor }) => confirmation.read(actor)),
  bind('confirmIdentity', ({ actor, body, ip }) => confirmation.confirm(actor, body, ip)),
  bind('sendConfirmationCode', ({ actor }) => confirmation.sendCode(actor)),
];

const bindPerformer = (services: IdentityServices): Binding[] => {
  const { performer, performerProfile: profile, performerMedia: media, performerRegistration } = services;
  return [
    bind('registerPerformer', ({ body, files, ip }) => performerRegistration.register(body, files, ip)),
    bind('searchPerformers', (call) => performer.search(call.query, call)),
    bind('listRandomPerformers', (call) => performer.sample(call.query, call)),
    bind('listTopPerformers', (call) => performer.listTop(call.query, call)),
    bind('getMyPerformer', ({ actor }) => performer.getMe(actor)),
    bind('getPerformer', (call) => performer.get(call.params.id, call)),
    bind('updatePerformer', ({ actor, params, body, ...by }) => profile.update(actor, params.id, body, by)),
    bind('updateBankingSettings', ({ actor, params, body }) => profile.updateBanking(actor, params.id, body)),
    bind('updatePaymentGatewaySettings', ({ actor, params, body }) => profile.updateGateway(actor, params.id, body)),
    bind('uploadPerformerAvatar', ({ actor, files }) => media.replace(actor, 'avatar', files['avatar'])),
    bind('uploadPerformerCover', ({ actor, files }) => media.replace(actor, 'cover', files['cover'])),
    bind('uploadWelcomeVideo', ({ actor, files }) => media.replace(actor, 'welcomeVideo', files['welcome-video'])),
    bind('uploadDocument', ({ actor, params, files }) => media.replace(actor, params.type, files['file'])),
    bind('uploadDocuments', ({ actor, files }) => media.replaceDocuments(actor, files)),
    bind('uploadWelcomeMessagePhoto', ({ actor, files }) =>
      media.addWelcomeFile(actor, 'message-photo', files['welcome-message-photo']),
    ),
    bind('uploadWelcomeMessageVideo', ({ actor, files }) =>
      media.addWelcomeFile(actor, 'message-video', files['welcome-message-video']),
    ),
    bind('deletePerformerCover', ({ actor }) => media.clear(actor, 'cover')),
    bind('deleteWelcomeVideo', ({ actor }) => media.clear(actor, 'welcomeVideo')),
    bind('deleteWelcomeMessageFile', ({ actor, params }) => media.removeWelcomeFile(actor, params.id)),
  ];
};

const bindFanNotes = ({ fanNote }: IdentityServices): Binding[] => [
  bind('listFanNotes', ({ actor, query }) => fanNote.list(actor, query.userIds)),
  bind('setFanNote', ({ actor, params, body }) => fanNote.set(actor, params.id, body)),
  bind('listFanLists', ({ actor }) => fanNote.listLists(actor)),
];

const bindBlocks = ({ block }: IdentityServices): Binding[] => [
  bind('listBlockedCountries', ({ actor }) => block.listSiteCountries(actor)),
  bind('blockCountries', ({ actor, body }) => block.blockCountries(actor, body.countryCodes)),
  bind('blockUser', ({ actor, body }) => block.blockUser(actor, body)),
  bind('unblockUser', ({ actor, params }) => block.unblockUser(actor, params.id)),
  bind('listBlockedUsers', ({ actor, query }) => block.listUsers(actor, query)),
  bind('checkCountryBlock', async ({ country }) => ({ blocked: await block.isSiteClosedTo(country), country })),
];
