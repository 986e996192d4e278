import type { ServerContext } from '../context';
import { eachOrThrow } from '../each-or-throw';
import type { Binding } from '../http/register-endpoint';
import type { SocketHandlers } from '../realtime/socket-server';
import { accountBindings } from './account/account-routes';
import { createAccountService } from './account/account-service';
import { createPreferenceService } from './account/preference-service';
import { addressBindings } from './address/address-routes';
import { createAddressService } from './address/address-service';
import { adminBindings } from './admin/admin-routes';
import { createAdminService } from './admin/admin-service';
import { blockBindings } from './block/block-routes';
import { createBlockService } from './block/block-service';
import { commentBindings } from './comment/comment-routes';
import { createCommentService } from './comment/comment-service';
import { couponBindings } from './coupon/coupon-routes';
import { createCouponService } from './coupon/coupon-service';
import { earningBindings } from './earning/earning-routes';
import { createEarningService } from './earning/earning-service';
import { createEntitlementService } from './entitlement/entitlement-service';
import { feedBindings } from './feed/feed-routes';
import { createFeedService } from './feed/feed-service';
import { followBindings } from './follow/follow-routes';
import { createFollowService } from './follow/follow-service';
import { mediaBindings } from './media/media-routes';
import { createMediaService } from './media/media-service';
import { messageBindings } from './message/message-routes';
import { createMessageService } from './message/message-service';
import { createTypingHandler } from './message/typing';
import { createNoticeMailService } from './notice-mail/notice-mail-service';
import { notificationBindings } from './notification/notification-routes';
import { createNotificationService } from './notification/notification-service';
import { createCardService } from './payment/card-service';
import { createCheckoutService } from './payment/checkout-service';
import { paymentBindings } from './payment/payment-routes';
import { createPaymentService } from './payment/payment-service';
import { createTaxService } from './payment/tax-service';
import { createFileSlots } from './people/file-slots';
import { createPeopleService } from './people/people-service';
import { createDocumentReviewService } from './performer/document-review-service';
import { createPerformerMediaService } from './performer/performer-media-service';
import { createPerformerProfileService } from './performer/performer-profile-service';
import { createPerformerRegistrationService } from './performer/performer-registration-service';
import { performerBindings } from './performer/performer-routes';
import { createPerformerService } from './performer/performer-service';
import { postBindings } from './post/post-routes';
import { createPostService } from './post/post-service';
import { createDeletionService } from './privacy/deletion-service';
import { createEraseService } from './privacy/erase-service';
import { createExportService } from './privacy/export-service';
import { privacyBindings } from './privacy/privacy-routes';
import { createBookmarkViews } from './reaction/bookmark-views';
import { reactionBindings } from './reaction/reaction-routes';
import { createReactionService } from './reaction/reaction-service';
import { createCaptchaService } from './reference/captcha-service';
import { createGeoService } from './reference/geo-service';
import { referenceBindings } from './reference/reference-routes';
import { createReferenceService } from './reference/reference-service';
import { createPresenceService } from './presence/presence-service';
import { reportBindings } from './report/report-routes';
import { createReportService } from './report/report-service';
import { searchBindings } from './search/search-routes';
import { createSearchService } from './search/search-service';
import { createConfirmationService } from './session/confirmation-service';
import { createDocumentService } from './session/document-service';
import { createEmailChangeService } from './session/email-change-service';
import { createEmailVerificationService } from './session/email-verification-service';
import { createEntryService } from './session/entry-service';
import { createIdentityService } from './session/identity-service';
import { createLinkedLoginService } from './session/linked-login-service';
import { createLoginService } from './session/login-service';
import { loginWayBindings } from './session/login-way-routes';
import { createOutsideLoginService } from './session/outside-login-service';
import { createOutsideProofService } from './session/outside-proof-service';
import { createPasswordService } from './session/password-service';
import { createPhoneCodeService } from './session/phone-code-service';
import { createPhoneLoginService } from './session/phone-login-service';
import { createRegistrationService } from './session/registration-service';
import { createSessionListService } from './session/session-list-service';
import { sessionBindings } from './session/session-routes';
import { createSessionService } from './session/session-service';
import { twoStepBindings } from './session/two-step-routes';
import { createTwoStepService } from './session/two-step-service';
import { settingsBindings } from './settings/settings-routes';
import { createSettingsService } from './settings/settings-service';
import { createFeedSubjects } from './subject/feed-subjects';
import { createPerformerSubjects } from './subject/performer-subjects';
import { createSubjectService } from './subject/subject-service';
import { createPlatformService } from './subscription/platform-service';
import { subscriptionBindings } from './subscription/subscription-routes';
import { createSubscriptionService } from './subscription/subscription-service';
import { createFeedSales } from './wallet/feed-sales';
import { createStatementService } from './wallet/statement-service';
import { createTopUpService } from './wallet/top-up-service';
import { walletBindings } from './wallet/wallet-routes';
import { createWalletService } from './wallet/wallet-service';

/** Where services note what went wrong without a call failing for it. */
type ServiceLog = Parameters<typeof createGeoService>[1]['log'];

/**
 * Makes every service, the lower ones first: a module may use the services made before it.
 */
export function createServices(context: ServerContext, log: ServiceLog) {
  const settings = createSettingsService(context);
  const session = createSessionService(context);
  const twoStep = createTwoStepService(context, { session, settings });
  const entry = createEntryService(context, { session, settings, twoStep });
  const login = createLoginService(context, { entry });
  const emailVerification = createEmailVerificationService(context, { settings });
  const confirmation = createConfirmationService(context, { session, settings, twoStep });
  const passwords = createPasswordService(context, { session, settings, confirmation });
  const emailChange = createEmailChangeService(context, { session, settings, passwords });
  const proving = { confirmation, emailChange };
  const identity = createIdentityService(context, { session, settings, passwords, emailVerification, ...proving });
  const document = createDocumentService(context);
  const registration = createRegistrationService(context, { identity, document });
  const media = createMediaService(context);
  const entitlement = createEntitlementService(context);
  media.setGuard(entitlement.canOpenFile);
  const people = createPeopleService(context, { publicUrl: media.publicUrl, settings });
  const block = createBlockService(context, { people, settings });
  const notification = createNotificationService(context, { people });
  const fileSlots = createFileSlots(context, { media });
  const performer = createPerformerService(context, { people, media, identity });
  const performerProfile = createPerformerProfileService(context, {
    people,
    identity,
    settings,
    performer,
    session,
  });
  const documentReview = createDocumentReviewService(context, { people, settings });
  const performerMedia = createPerformerMediaService(context, { media, fileSlots, performer });
  const performerRegistration = createPerformerRegistrationService(context, { identity, settings, fileSlots, media });
  const phoneCodes = createPhoneCodeService(context, { settings });
  const phoneLogin = createPhoneLoginService(context, { entry, phoneCodes });
  const outsideProof = createOutsideProofService(context, { settings });
  const newPerformer = performerRegistration.draft;
  const outsideLogin = createOutsideLoginService(context, { entry, settings, outsideProof, newPerformer });
  const linkedLogin = createLinkedLoginService(context, { session, settings, outsideProof, phoneCodes });
  const account = createAccountService(context, {
    people,
    performer,
    identity,
    emailChange,
    media,
    fileSlots,
  });
  const sessionList = createSessionListService({ session });
  const admin = createAdminService(context, { people, account, identity });
  const post = createPostService(context);
  const reference = createReferenceService(context, { media, settings });
  const address = createAddressService(context, { reference });
  const captcha = createCaptchaService(context, { settings });
  const geo = createGeoService(context, { log });
  const message = createMessageService(context, { people, media, settings, block });
  const earning = createEarningService(context, { people });
  const coupon = createCouponService(context);
  const tax = createTaxService(context);
  const card = createCardService(context, { people, settings, emailVerification });
  const payment = createPaymentService(context, { people, settings, coupon, card });
  const checkout = createCheckoutService(context, { card, coupon, tax });
  const renewing = { people, settings, payment, card, tax, checkout };
  const subscription = createSubscriptionService(context, {
    ...renewing,
    earning,
    entitlement,
    message,
    notification,
  });
  const platform = createPlatformService(context, renewing);
  const topUp = createTopUpService(context, { settings, payment, checkout });
  const wallet = createWalletService(context, { people, settings, earning, entitlement, message, notification });
  const statement = createStatementService(context, { people });
  wallet.offer('message', message.findForSale);
  const feed = createFeedService(context, { media, people, entitlement, settings, notification });
  media.setErrorHandler(feed.hideBroken);
  wallet.offer('feed', createFeedSales(feed));
  wallet.presentAs('feed', async (id, buyer) => (await feed.views([id], buyer, null)).get(id));
  const subjects = createSubjectService();
  const comment = createCommentService(context, { people, subjects, notification });
  subjects.add('performer', createPerformerSubjects({ people, entitlement }));
  subjects.add('feed', createFeedSubjects({ feed }));
  subjects.add('comment', comment.subjectSource);
  const follow = createFollowService(context, { people, subjects, notification });
  const bookmarkViews = createBookmarkViews({ feed, people, entitlement });
  const reaction = createReactionService(context, { subjects, notification, bookmarkViews });
  const report = createReportService(context, { subjects });
  const search = createSearchService(context, { performer, feed });
  const presence = createPresenceService(context);
  const dataExport = createExportService(context, { people, media, notification, session, settings });
  const erase = createEraseService(context, {
    ...{ feed, message, media, subjects, session, settings, identity },
    removeExports: dataExport.removeOf,
  });
  const deletion = createDeletionService(context, {
    ...{ account, session, settings, subscription, platform },
    erase: erase.erase,
  });
  const noticeMail = createNoticeMailService(context, { settings });
  const preference = createPreferenceService(context, { account, presence });
  const socketHandlers: SocketHandlers = {
    on: { typing: createTypingHandler(context, message), ...presence.socketHandlers },
    onPresence: presence.onPresence,
    onAlive: presence.onAlive,
  };
  return {
    settings,
    session,
    twoStep,
    login,
    confirmation,
    emailVerification,
    emailChange,
    passwords,
    identity,
    registration,
    document,
    phoneCodes,
    phoneLogin,
    outsideProof,
    outsideLogin,
    linkedLogin,
    media,
    entitlement,
    people,
    block,
    fileSlots,
    performer,
    performerProfile,
    documentReview,
    performerMedia,
    performerRegistration,
    account,
    sessionList,
    preference,
    admin,
    post,
    reference,
    address,
    captcha,
    geo,
    message,
    earning,
    coupon,
    tax,
    card,
    payment,
    subscription,
    platform,
    topUp,
    wallet,
    statement,
    feed,
    notification,
    subjects,
    comment,
    follow,
    reaction,
    report,
    search,
    presence,
    noticeMail,
    dataExport,
    erase,
    deletion,
    socketHandlers,
  };
}

export type Services = ReturnType<typeof createServices>;

/** Which code answers which endpoint. */
export function listBindings(services: Services): Binding[] {
  return [
    ...settingsBindings(services.settings),
    ...sessionBindings(services),
    ...twoStepBindings(services.twoStep),
    ...loginWayBindings(services),
    ...blockBindings(services.block),
    ...performerBindings(services),
    ...accountBindings(services),
    ...adminBindings(services.admin),
    ...privacyBindings(services),
    ...postBindings(services.post),
    ...referenceBindings(services),
    ...addressBindings(services.address),
    ...mediaBindings(services.media),
    ...feedBindings(services.feed),
    ...messageBindings(services.message),
    ...notificationBindings(services.notification),
    ...commentBindings(services.comment),
    ...followBindings(services.follow),
    ...reactionBindings(services.reaction),
    ...reportBindings(services.report),
    ...searchBindings(services.search),
    ...earningBindings(services.earning),
    ...couponBindings(services.coupon),
    ...paymentBindings(services),
    ...subscriptionBindings(services.subscription, services.platform),
    ...walletBindings(services),
  ];
}

/** Ties background jobs to the services that do them, and their schedules. */
export function registerJobs(context: ServerContext, services: Services): void {
  const { jobs, gateways } = context;
  jobs.work('send-mail', (mail) => gateways.mail.send(mail));
  jobs.work('send-reset-link', ({ email }) => services.passwords.sendResetLink(email));
  jobs.work('process-file', ({ fileId }) => services.media.process(fileId));
  jobs.work('resume-files', () => services.media.resume());
  jobs.repeat('resume-files', '* * * * *');
  jobs.work('publish-scheduled', () => services.feed.publishDue());
  jobs.repeat('publish-scheduled', '* * * * *');
  jobs.work('announce-post', (post) => services.feed.announce(post));
  jobs.work('sweep-presence', () => services.presence.sweep());
  jobs.repeat('sweep-presence', '* * * * *');
  jobs.work('export-data', ({ exportId }) => services.dataExport.make(exportId));
  jobs.work('delete-accounts', () => services.deletion.deleteDue());
  jobs.repeat('delete-accounts', '23 * * * *');
  jobs.work('mail-notices', () => services.noticeMail.run());
  jobs.repeat('mail-notices', '* * * * *');
  jobs.work('settle-payments', () => services.payment.recover());
  jobs.repeat('settle-payments', '* * * * *');
  jobs.work('renew-subscriptions', async () => {
    await eachOrThrow([services.subscription, services.platform], (kind) => kind.renewDue());
  });
  jobs.repeat('renew-subscriptions', '*/5 * * * *');
  jobs.work('release-earnings', () => services.earning.release());
  jobs.repeat('release-earnings', '*/15 * * * *');
  jobs.work('sweep', async () => {
    await services.session.sweep();
    await services.login.sweep();
    await services.phoneCodes.sweep();
    await services.outsideProof.sweep();
    await services.media.sweep();
    await services.dataExport.sweep();
    await services.identity.sweep();
    await services.performer.sweep();
  });
  jobs.repeat('sweep', '17 * * * *');
  jobs.work('sweep-files', async () => void (await services.media.sweepLoose()));
  jobs.repeat('sweep-files', '41 3 * * *');
}
