import type { ServerContext } from '../../context';
import type { SiteServices } from '../site/site-services';
import { createAccountService } from './account/account-service';
import { createMailLinkService } from './account/mail-link-service';
import { createUnsubscribeService } from './account/unsubscribe-service';
import { createApiKeyService } from './auth/api-key/api-key-service';
import { createDocumentService } from './auth/documents/document-service';
import { createIdentityService } from './auth/accounts/identity-service';
import { createRegistrationService } from './auth/accounts/registration-service';
import { createLinkedLoginService } from './auth/login-methods/linked-login-service';
import { createOutsideProofService } from './auth/login-methods/oauth-identity-service';
import { createPhoneCodeService } from './auth/login-methods/phone-code-service';
import { createPhoneLoginService } from './auth/login-methods/phone-login-service';
import { createSocialLoginService } from './auth/login-methods/social-login-service';
import { createLoginCompletion } from './auth/login/login-completion-service';
import { createLoginService } from './auth/login/login-service';
import { createNewDeviceService } from './auth/login/new-device-service';
import { createAddressProofService } from './auth/credentials/address-proof-service';
import { createConfirmationService } from './auth/credentials/confirmation-service';
import { createEmailChangeService } from './auth/credentials/email-change-service';
import { createEmailVerificationService } from './auth/credentials/email-verification-service';
import { createPasswordService } from './auth/credentials/password-service';
import { createKnownDevices } from './auth/session/known-devices';
import { createSessionService } from './auth/session/session-service';
import { createTwoFactorService } from './auth/two-factor/two-factor-service';
import { createBlockService } from './block/block-service';
import { createFanNoteService } from './fan-note/fan-note-service';
import { createFileSlots } from './people/file-slots';
import { createPeopleService } from './people/people-service';
import { createDocumentReviewService } from './performer/document-review-service';
import { createPerformerMediaService } from './performer/performer-media-service';
import { createPerformerProfileService } from './performer/performer-profile-service';
import { createPerformerRegistrationService } from './performer/performer-registration-service';
import { createPerformerService } from './performer/performer-service';
import { createPresenceService } from './presence/presence-service';

export type IdentityServices = ReturnType<typeof createIdentityServices>;

export function createIdentityServices(context: ServerContext, { settings, media }: SiteServices) {
  const auth = createAuthServices(context, settings);
  const { identity, session, emailChange } = auth;
  const people = createPeopleService(context, { publicUrl: media.publicUrl, settings });
  const fileSlots = createFileSlots(context, { media });
  const performer = createPerformerService(context, { people, media, identity, settings });
  const performerRegistration = createPerformerRegistrationService(context, { identity, settings, fileSlots, media });
  const presence = createPresenceService(context);
  return {
    ...auth,
    ...createLoginMethods(context, { auth, settings, newPerformer: performerRegistration.draft }),
    people,
    fileSlots,
    performer,
    performerRegistration,
    presence,
    block: createBlockService(context, { people, settings }),
    fanNote: createFanNoteService(context),
    performerProfile: createPerformerProfileService(context, { people, identity, settings, performer, session }),
    documentReview: createDocumentReviewService(context, { people, settings, media }),
    performerMedia: createPerformerMediaService(context, { media, fileSlots, performer }),
    account: createAccountService(context, {
      people,
      performer,
      identity,
      media,
      fileSlots,
      emailChange,
      presence,
    }),
  };
}

type AuthServices = ReturnType<typeof createAuthServices>;

function createAuthServices(context: ServerContext, settings: SiteServices['settings']) {
  const session = createSessionService(context);
  const addressProof = createAddressProofService(context, { session });
  const twoFactor = createTwoFactorService(context, { session, settings, addressProof });
  const devices = createKnownDevices(context);
  const newDevice = createNewDeviceService(context, { session, settings, devices });
  const entry = createLoginCompletion(context, { session, settings, twoFactor, devices, newDevice });
  const emailVerification = createEmailVerificationService(context, { settings, addressProof });
  const confirmation = createConfirmationService(context, { session, settings, twoFactor });
  const passwords = createPasswordService(context, { session, settings, confirmation, addressProof, devices, entry });
  const emailChange = createEmailChangeService(context, { session, settings, passwords, addressProof });
  const unsubscribe = createUnsubscribeService(context);
  const proofs = { emailVerification, emailChange, passwords };
  const identity = createIdentityService(context, { session, settings, confirmation, ...proofs });
  const document = createDocumentService(context);
  return {
    session,
    apiKey: createApiKeyService(context, { session, settings }),
    addressProof,
    twoFactor,
    entry,
    confirmation,
    emailVerification,
    passwords,
    emailChange,
    unsubscribe,
    identity,
    document,
    login: createLoginService(context, { entry, devices }),
    mailLinks: createMailLinkService(context, { ...proofs, newDevice, unsubscribe }),
    registration: createRegistrationService(context, { identity, document }),
  };
}

function createLoginMethods(
  context: ServerContext,
  {
    auth: { entry, session, addressProof },
    settings,
    newPerformer,
  }: {
    auth: AuthServices;
    settings: SiteServices['settings'];
    newPerformer: Parameters<typeof createSocialLoginService>[1]['newPerformer'];
  },
) {
  const phoneCodes = createPhoneCodeService(context, { settings });
  const outsideProof = createOutsideProofService(context, { settings });
  return {
    phoneCodes,
    outsideProof,
    phoneLogin: createPhoneLoginService(context, { entry, phoneCodes }),
    socialLogin: createSocialLoginService(context, { entry, settings, outsideProof, newPerformer }),
    linkedLogin: createLinkedLoginService(context, { session, settings, outsideProof, phoneCodes, addressProof }),
  };
}
