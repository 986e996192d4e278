import { withAdvice } from '@contract/base/media-kinds';
import type { ServerContext } from '../context';
import { dayText } from '../mail/compose-mail';
import { eachOrThrow } from '../lib/each-or-throw';
import { sweepIdempotencyKeys } from '../idempotency';
import type { Binding } from '../http/register-endpoint';
import type { SocketHandlers } from '../realtime/socket-server';
import { contentBindings } from './content/content-routes';
import { conversationBindings } from './conversation/conversation-routes';
import { identityBindings } from './identity/identity-routes';
import { moneyBindings } from './money/money-routes';
import { operationsBindings } from './operations/operations-routes';
import { siteBindings } from './site/site-routes';
import { createMailLinkService } from './identity/account/mail-link-service';
import { createUnsubscribeService } from './identity/account/unsubscribe-service';
import { createAccountService } from './identity/account/account-service';
import { createAddressService } from './site/address/address-service';
import { createAdminService } from './operations/admin/admin-service';
import { createBlockService } from './identity/block/block-service';
import { createFanNoteService } from './identity/fan-note/fan-note-service';
import { createCommentService } from './content/comment/comment-service';
import { createCouponService } from './money/coupon/coupon-service';
import { createEarningService } from './money/earning/earning-service';
import { createEntitlementService } from './content/entitlement/entitlement-service';
import { createUploadService } from './content/upload/upload-service';
import { createFeedService } from './content/feed/feed-service';
import { createGalleryService } from './content/gallery/gallery-service';
import { createItemService } from './content/item/item-service';
import { createPhotoService } from './content/photo/photo-service';
import { createProductService } from './content/product/product-service';
import { createVideoService } from './content/video/video-service';
import { createFollowService } from './content/follow/follow-service';
import { createMediaService } from './site/media/media-service';
import { createMessageService } from './conversation/message/message-service';
import { createTypingHandler } from './conversation/message/typing';
import { createNoticeMailService } from './conversation/notice-mail/notice-mail-service';
import { createNotificationService } from './conversation/notification/notification-service';
import { createBlockedFanService } from './money/blocked-fan/blocked-fan-service';
import { createBrokenSaleService } from './money/broken-sale/broken-sale-service';
import { createCardService } from './money/payment/card-service';
import { createCheckoutService } from './money/payment/checkout-service';
import { createPaymentService } from './money/payment/payment-service';
import { createTaxService } from './money/payment/tax-service';
import { createFileSlots } from './identity/people/file-slots';
import { createPeopleService } from './identity/people/people-service';
import { createDocumentReviewService } from './identity/performer/document-review-service';
import { createPerformerMediaService } from './identity/performer/performer-media-service';
import { createPerformerProfileService } from './identity/performer/performer-profile-service';
import { createPerformerRegistrationService } from './identity/performer/performer-registration-service';
import { createPerformerService } from './identity/performer/performer-service';
import { createPageService } from './site/page/page-service';
import { createDeletionService } from './operations/privacy/deletion-service';
import { createEraseService } from './operations/privacy/erase-service';
import { createExportService } from './operations/privacy/export-service';
import { createPurchaseService } from './money/purchase/purchase-service';
import { createReactionService } from './content/reaction/reaction-service';
import { createReceiptService } from './money/receipt/receipt-service';
import { createCaptchaService } from './site/reference/captcha-service';
import { createGeoService } from './site/reference/geo-service';
import { createReferenceService } from './site/reference/reference-service';
import { createPresenceService } from './identity/presence/presence-service';
import { createReportService } from './content/report/report-service';
import { createKeyedHash } from './identity/auth/two-factor/secret-box';
import { createSearchService } from './content/search/search-service';
import { createAddressProofService } from './identity/auth/proofs/address-proof-service';
import { createConfirmationService } from './identity/auth/proofs/confirmation-service';
import { createDocumentService } from './identity/auth/documents/document-service';
import { createEmailChangeService } from './identity/auth/proofs/email-change-service';
import { createEmailVerificationService } from './identity/auth/proofs/email-verification-service';
import { createEntryService } from './identity/auth/login/entry-service';
import { createIdentityService } from './identity/auth/identity/identity-service';
import { createKnownDevices } from './identity/auth/session/known-devices';
import { createLinkedLoginService } from './identity/auth/login-ways/linked-login-service';
import { createNewDeviceService } from './identity/auth/login/new-device-service';
import { createLoginService } from './identity/auth/login/login-service';
import { createSocialLoginService } from './identity/auth/login-ways/social-login-service';
import { createOutsideProofService } from './identity/auth/login-ways/outside-proof-service';
import { createPasswordService } from './identity/auth/proofs/password-service';
import { createPhoneCodeService } from './identity/auth/login-ways/phone-code-service';
import { createPhoneLoginService } from './identity/auth/login-ways/phone-login-service';
import { createRegistrationService } from './identity/auth/identity/registration-service';
import { createSessionService } from './identity/auth/session/session-service';
import { createTwoFactorService } from './identity/auth/two-factor/two-factor-service';
import { createSettingsService } from './site/settings/settings-service';
import { createCreatorHomeService } from './money/creator-home/creator-home-service';
import { createFanSubjects, createPerformerSubjects } from './content/subject/people-subjects';
import { createSubjectService } from './content/subject/subject-service';
import { createPlatformService } from './money/subscription/platform-service';
import { createSubscriptionService } from './money/subscription/subscription-service';
import { createTradeService } from './money/trade/trade-service';
import { createStatementService } from './money/wallet/statement-service';
import { createTopUpService } from './money/wallet/top-up-service';
import { createWalletService } from './money/wallet/wallet-service';

/** Where services note what went wrong without a call failing for it. */
type ServiceLog = Parameters<typeof createGeoService>[1]['log'];

/**
 * Makes every service, the lower ones first: a module may use the services made before it.
 */
export function createServices(context: ServerContext, log: ServiceLog) {
  const settings = createSettingsService(context);
  const session = createSessionService(context);
  const addressProof = createAddressProofService(context, { session });
  const twoFactor = createTwoFactorService(context, { session, settings, addressProof });
  const devices = createKnownDevices(context);
  const newDevice = createNewDeviceService(context, { session, settings, devices });
  const entry = createEntryService(context, { session, settings, twoFactor, devices, newDevice });
  const login = createLoginService(context, { entry, devices });
  const emailVerification = createEmailVerificationService(context, { settings, addressProof });
  const confirmation = createConfirmationService(context, { session, settings, twoFactor });
  const passwords = createPasswordService(context, { session, settings, confirmation, addressProof, devices, entry });
  const emailChange = createEmailChangeService(context, { session, settings, passwords, addressProof });
  const unsubscribe = createUnsubscribeService(context);
  const mailLinks = createMailLinkService(context, {
    ...{ emailVerification, emailChange, newDevice, passwords, unsubscribe },
  });
  const proving = { confirmation, emailChange };
  const identity = createIdentityService(context, { session, settings, passwords, emailVerification, ...proving });
  const document = createDocumentService(context);
  const registration = createRegistrationService(context, { identity, document });
  const media = createMediaService(context);
  const entitlement = createEntitlementService(context);
  media.connect({
    guard: entitlement.canOpenFile,
    previewGuard: entitlement.canSeePreview,
    keepsOut: entitlement.keepsOut,
  });
  const people = createPeopleService(context, { publicUrl: media.publicUrl, settings });
  const block = createBlockService(context, { people, settings });
  const fanNote = createFanNoteService(context);
  const notification = createNotificationService(context, { people });
  const fileSlots = createFileSlots(context, { media });
  const performer = createPerformerService(context, { people, media, identity, settings });
  const performerProfile = createPerformerProfileService(context, {
    people,
    identity,
    settings,
    performer,
    session,
  });
  const documentReview = createDocumentReviewService(context, { people, settings, media, notification });
  const performerMedia = createPerformerMediaService(context, { media, fileSlots, performer });
  const performerRegistration = createPerformerRegistrationService(context, { identity, settings, fileSlots, media });
  const phoneCodes = createPhoneCodeService(context, { settings });
  const phoneLogin = createPhoneLoginService(context, { entry, phoneCodes });
  const outsideProof = createOutsideProofService(context, { settings });
  const newPerformer = performerRegistration.draft;
  const socialLogin = createSocialLoginService(context, { entry, settings, outsideProof, newPerformer });
  const linkedLogin = createLinkedLoginService(context, { session, settings, outsideProof, phoneCodes, addressProof });
  const presence = createPresenceService(context);
  const profiles = { people, performer, identity, media, fileSlots };
  const account = createAccountService(context, { ...profiles, emailChange, presence });
  const admin = createAdminService(context, { people, account, identity });
  const page = createPageService(context);
  const reference = createReferenceService(context, { media, settings });
  const address = createAddressService(context, { reference });
  const captcha = createCaptchaService(context, { settings });
  const geo = createGeoService(context, { log });
  const subjects = createSubjectService();
  const follow = createFollowService(context, { people, subjects, notification });
  const message = createMessageService(context, { people, media, settings, block });
  const earning = createEarningService(context, { people });
  const trade = createTradeService(context);
  const coupon = createCouponService(context);
  const tax = createTaxService(context, { address });
  const card = createCardService(context, { people, settings, emailVerification });
  const receipt = createReceiptService(context, { people, settings, notification });
  trade.onCompleted(receipt.completed);
  const payment = createPaymentService(context, { people, settings, coupon, card, trade });
  const checkout = createCheckoutService(context, { card, coupon, tax });
  const renewing = { people, settings, payment, card, tax, checkout, trade, receipt, notification };
  const subscription = createSubscriptionService(context, {
    ...renewing,
    block,
    earning,
    message,
    follow,
  });
  const creatorHome = createCreatorHomeService(context, { earning, subscription });
  const platform = createPlatformService(context, renewing);
  const topUp = createTopUpService(context, { settings, payment, checkout, trade });
  const wallet = createWalletService(context, { people, settings, earning, trade, message });
  const statement = createStatementService(context, { people });
  wallet.offer('message', { lock: message.findForSale });
  const items = createItemService(context, { media, people, entitlement, settings, notification });
  block.onUserBlock(createBlockedFanService(context, { people, notification, subscription }).onUserBlock);
  const brokenSale = createBrokenSaleService(context, { wallet, notification });
  media.connect({
    async onChange(fileId, tx) {
      await items.touchHolders(fileId, tx);
      await message.lockOfFile(fileId, tx);
    },
    async onError(fileId, tx, { ownerId, name, reason, isKept, ...file }) {
      await items.hideBroken(fileId, tx);
      const replaceBy = await brokenSale.onFileError(fileId, file, tx);
      const advice = isKept ? `${reason} Try again, or choose another file.` : withAdvice(reason);
      const deadline = replaceBy
        ? ` Someone has bought it. Replace it by ${dayText(replaceBy)}, or its buyers get their money back.`
        : '';
      const text = `${name || 'A file'}: ${advice}${deadline}`;
      await notification.add(tx, {
        ...{ userId: ownerId, type: 'account', action: 'file-error', refId: fileId, refSource: 'file' },
        ...{ title: "A file couldn't be processed", message: text },
      });
    },
  });
  const feed = createFeedService(context, { items, media });
  const creators = createPerformerSubjects({ people, entitlement });
  const video = createVideoService(context, { items, media, people, cardsOf: creators.cards });
  const gallery = createGalleryService(context, { items });
  const photo = createPhotoService(context, { items, media, people, gallery });
  const product = createProductService(context, { items, media });
  const upload = createUploadService(context, { media });
  const contents = { feed, video, gallery, photo, product };
  for (const [target, kind] of Object.entries({ feed, video, gallery })) {
    wallet.offer(target as 'feed' | 'video' | 'gallery', {
      lock: kind.lockForSale,
      present: async (id, buyer) => (await kind.views([id], buyer, null)).get(id),
    });
  }
  const purchase = createPurchaseService(context, { people, message, contents });
  const comment = createCommentService(context, { people, subjects, notification });
  subjects.add('performer', creators.source);
  subjects.add('user', createFanSubjects(people));
  subjects.add('comment', comment.subjectSource);
  for (const [type, kind] of Object.entries(contents)) subjects.add(type as keyof typeof contents, kind.subjects);
  const { cards } = creators;
  const reaction = createReactionService(context, { subjects, people, notification, contents, cards });
  const report = createReportService(context, { subjects });
  const search = createSearchService(context, {
    ...{ performer, items, people },
    hash: createKeyedHash(context.env.APP_SECRET, 'searched for'),
  });
  const dataExport = createExportService(context, { people, media, notification, session, settings });
  const erase = createEraseService(context, {
    ...{ items, message, media, subjects, session, settings, identity, search },
    removeExports: dataExport.removeOf,
  });
  const deletion = createDeletionService(context, {
    ...{ account, session, settings, subscription, platform },
    erase: erase.erase,
  });
  const noticeMail = createNoticeMailService(context, { settings, unsubscribe });
  const socketHandlers: SocketHandlers = {
    on: { typing: createTypingHandler(context, message), ...presence.socketHandlers },
    onPresence: presence.onPresence,
    onAlive: presence.onAlive,
  };
  return {
    settings,
    session,
    twoFactor,
    login,
    confirmation,
    emailVerification,
    passwords,
    emailChange,
    mailLinks,
    unsubscribe,
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
    fanNote,
    fileSlots,
    performer,
    performerProfile,
    documentReview,
    performerMedia,
    performerRegistration,
    account,
    admin,
    page,
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
    creatorHome,
    platform,
    topUp,
    wallet,
    statement,
    brokenSale,
    purchase,
    items,
    ...contents,
    upload,
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
    siteBindings,
    identityBindings,
    conversationBindings,
    contentBindings,
    moneyBindings,
    operationsBindings,
  ].flatMap((bindingsOf) => bindingsOf(services));
}

/** Ties background jobs to the services that do them, and their schedules. */
export function registerJobs(context: ServerContext, services: Services): void {
  const { jobs, gateways } = context;
  jobs.work('send-mail', (mail) => gateways.mail.send(mail));
  jobs.work('send-verification-link', (data) => services.emailVerification.resendLink(data));
  jobs.work('send-receipt', services.receipt.mail);
  jobs.work('send-reset-link', ({ email }) => services.passwords.sendResetLink(email));
  for (const name of services.media.jobs.processing) jobs.work(name, ({ fileId }) => services.media.process(fileId));
  for (const name of services.media.jobs.ladders) jobs.work(name, ({ fileId }) => services.media.makeLadder(fileId));
  jobs.work('resume-files', () => services.media.resume());
  jobs.repeat('resume-files', '* * * * *');
  jobs.work('refund-broken-sales', () => services.brokenSale.refundDue());
  jobs.repeat('refund-broken-sales', '* * * * *');
  jobs.work('publish-scheduled', () => services.items.publishDue());
  jobs.repeat('publish-scheduled', '* * * * *');
  jobs.work('announce-item', (item) => services.items.announce(item));
  jobs.work('announce-post', ({ feedId, looks }) => services.items.announce({ itemId: feedId, looks }));
  jobs.work('sweep-presence', () => services.presence.sweep());
  jobs.repeat('sweep-presence', '* * * * *');
  for (const name of ['export-data', 'export-large-data'] as const)
    jobs.work(name, ({ exportId }) => services.dataExport.make(exportId));
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
  jobs.work('read-search-words', () => services.search.readWords());
  jobs.repeat('read-search-words', '*/10 * * * *');
  jobs.work('sweep', async () => {
    const { session, login, phoneCodes, outsideProof, media, dataExport, identity, performer, items, search } =
      services;
    const parts = [session, login, phoneCodes, outsideProof, media, dataExport, identity, performer, items, search];
    const keys = { sweep: () => sweepIdempotencyKeys(context.db) };
    await eachOrThrow([...parts, keys], (part) => part.sweep());
  });
  jobs.repeat('sweep', '17 * * * *');
  jobs.work('sweep-files', async () => {
    await eachOrThrow([services.upload.sweep, services.media.sweepLoose], (sweep) => sweep());
  });
  jobs.repeat('sweep-files', '41 3 * * *');
}
