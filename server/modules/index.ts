import type { ServerContext } from '../context';
import { eachOrThrow } from '../lib/each-or-throw';
import { sweepIdempotencyKeys } from '../idempotency';
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
import { purchaseBindings } from './purchase/purchase-routes';
import { createPurchaseService } from './purchase/purchase-service';
import { createBookmarkViews } from './reaction/bookmark-views';
import { reactionBindings } from './reaction/reaction-routes';
import { createReactionService } from './reaction/reaction-service';
import { receiptBindings } from './receipt/receipt-routes';
import { createReceiptService } from './receipt/receipt-service';
import { createCaptchaService } from './reference/captcha-service';
import { createGeoService } from './reference/geo-service';
import { referenceBindings } from './reference/reference-routes';
import { createReferenceService } from './reference/reference-service';
import { createPresenceService } from './presence/presence-service';
import { reportBindings } from './report/report-routes';
import { createReportService } from './report/report-service';
import { searchBindings } from './search/search-routes';
import { createSearchService } from './search/search-service';
import { createAddressProofService } from './session/address-proof-service';
import { createConfirmationService } from './session/confirmation-service';
import { createDocumentService } from './session/document-service';
import { createEmailChangeService } from './session/email-change-service';
import { createEmailVerificationService } from './session/email-verification-service';
import { createEntryService } from './session/entry-service';
import { createIdentityService } from './session/identity-service';
import { createKnownDevices } from './session/known-devices';
import { createLinkedLoginService } from './session/linked-login-service';
import { createLoginService } from './session/login-service';
import { loginWayBindings } from './session/login-way-routes';
import { createSocialLoginService } from './session/social-login-service';
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
import { studioBindings } from './studio/studio-routes';
import { createStudioService } from './studio/studio-service';
import { createFanSubjects } from './subject/fan-subjects';
import { createFeedSubjects } from './subject/feed-subjects';
import { createPerformerSubjects } from './subject/performer-subjects';
import { createSubjectService } from './subject/subject-service';
import { createPlatformService } from './subscription/platform-service';
import { subscriptionBindings } from './subscription/subscription-routes';
import { createSubscriptionService } from './subscription/subscription-service';
import { createTradeService } from './trade/trade-service';
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
  const addressProof = createAddressProofService(context, { session });
  const twoStep = createTwoStepService(context, { session, settings, addressProof });
  const entry = createEntryService(context, { session, settings, twoStep });
  const devices = createKnownDevices(context);
  const login = createLoginService(context, { entry, devices });
  const emailVerification = createEmailVerificationService(context, { settings, addressProof });
  const confirmation = createConfirmationService(context, { session, settings, twoStep });
  const passwords = createPasswordService(context, { session, settings, confirmation, addressProof, devices });
  const emailChange = createEmailChangeService(context, { session, settings, passwords, addressProof });
  const proving = { confirmation, emailChange };
  const identity = createIdentityService(context, { session, settings, passwords, emailVerification, ...proving });
  const document = createDocumentService(context);
  const registration = createRegistrationService(context, { identity, document });
  const media = createMediaService(context);
  const entitlement = createEntitlementService(context);
  media.setGuard(entitlement.canOpenFile);
  media.setPreviewGuard(entitlement.canSeePreview);
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
  const documentReview = createDocumentReviewService(context, { people, settings, notification });
  const performerMedia = createPerformerMediaService(context, { media, fileSlots, performer });
  const performerRegistration = createPerformerRegistrationService(context, { identity, settings, fileSlots, media });
  const phoneCodes = createPhoneCodeService(context, { settings });
  const phoneLogin = createPhoneLoginService(context, { entry, phoneCodes });
  const outsideProof = createOutsideProofService(context, { settings });
  const newPerformer = performerRegistration.draft;
  const socialLogin = createSocialLoginService(context, { entry, settings, outsideProof, newPerformer });
  const linkedLogin = createLinkedLoginService(context, { session, settings, outsideProof, phoneCodes, addressProof });
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
  const trade = createTradeService(context);
  const coupon = createCouponService(context);
  const tax = createTaxService(context);
  const card = createCardService(context, { people, settings, emailVerification });
  const receipt = createReceiptService(context, { people, settings, notification });
  trade.onCompleted(receipt.completed);
  const payment = createPaymentService(context, { people, settings, coupon, card, trade });
  const checkout = createCheckoutService(context, { card, coupon, tax });
  const renewing = { people, settings, payment, card, tax, checkout, trade, receipt };
  const subscription = createSubscriptionService(context, {
    ...renewing,
    earning,
    message,
  });
  const studio = createStudioService(context, { earning, subscription });
  const platform = createPlatformService(context, renewing);
  const topUp = createTopUpService(context, { settings, payment, checkout, trade });
  const wallet = createWalletService(context, { people, settings, earning, trade, message });
  const statement = createStatementService(context, { people });
  wallet.offer('message', message.findForSale);
  const feed = createFeedService(context, { media, people, entitlement, settings, notification });
  media.setErrorHandler(feed.hideBroken);
  wallet.offer('feed', createFeedSales(feed));
  wallet.presentAs('feed', async (id, buyer) => (await feed.views([id], buyer, null)).get(id));
  const purchase = createPurchaseService(context, { people, feed, message });
  const subjects = createSubjectService();
  const comment = createCommentService(context, { people, subjects, notification });
  subjects.add('performer', createPerformerSubjects({ people, entitlement }));
  subjects.add('feed', createFeedSubjects({ feed }));
  subjects.add('user', createFanSubjects({ people }));
  subjects.add('comment', comment.subjectSource);
  const follow = createFollowService(context, { people, subjects, notification });
  const bookmarkViews = createBookmarkViews({ feed, people, entitlement });
  const reaction = createReactionService(context, { subjects, people, notification, bookmarkViews });
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
    socialLogin,
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
    trade,
    coupon,
    tax,
    card,
    payment,
    subscription,
    studio,
    platform,
    topUp,
    wallet,
    statement,
    purchase,
    feed,
    notification,
    subjects,
    comment,
    follow,
    reaction,
    receipt,
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
    ...receiptBindings(services.receipt),
    ...reportBindings(services.report),
    ...searchBindings(services.search),
    ...earningBindings(services.earning),
    ...studioBindings(services.studio),
    ...couponBindings(services.coupon),
    ...paymentBindings(services),
    ...subscriptionBindings(services.subscription, services.platform),
    ...walletBindings(services),
    ...purchaseBindings(services.purchase),
  ];
}

/** Ties background jobs to the services that do them, and their schedules. */
export function registerJobs(context: ServerContext, services: Services): void {
  const { jobs, gateways } = context;
  jobs.work('send-mail', (mail) => gateways.mail.send(mail));
  jobs.work('send-verification-link', (data) => services.emailVerification.resendLink(data));
  jobs.work('send-receipt', services.receipt.mail);
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
    let isMoreDue = false;
    await eachOrThrow([services.subscription, services.platform], async (kind) => {
      isMoreDue = (await kind.renewDue()) || isMoreDue;
    });
    if (isMoreDue) await jobs.send('renew-subscriptions', {});
  });
  jobs.repeat('renew-subscriptions', '*/5 * * * *');
  jobs.work('release-earnings', () => services.earning.release());
  jobs.repeat('release-earnings', '*/15 * * * *');
  jobs.work('sweep', async () => {
    const { session, login, phoneCodes, outsideProof, media, dataExport, identity, performer } = services;
    const parts = [session, login, phoneCodes, outsideProof, media, dataExport, identity, performer];
    const keys = { sweep: () => sweepIdempotencyKeys(context.db) };
    await eachOrThrow([...parts, keys], (part) => part.sweep());
  });
  jobs.repeat('sweep', '17 * * * *');
  jobs.work('sweep-files', async () => void (await services.media.sweepLoose()));
  jobs.repeat('sweep-files', '41 3 * * *');
}
