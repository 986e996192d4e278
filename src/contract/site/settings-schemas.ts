import { z } from 'zod';
import { Dollars, Success, each } from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { CaptchaToken, Email, requiredLine, requiredText } from '../base/field-schemas';
import type { settingsRoutes } from './settings-routes';

export const CaptchaFormName = z.enum(['contact', 'register']);

export const MenuItem = z.object({
  _id: z.string().optional(),
  title: z.string(),
  path: z.string(),
  /** A path of this site; false for an external address. */
  internal: z.boolean().optional(),
  help: z.string().nullish(),
  section: z.enum(['main', 'header', 'footer']),
  ordering: z.number().optional(),
  isNewTab: z.boolean().optional(),
});

/**
 * All public settings. This list is the filter: a key that is missing here never leaves the server. All are optional, because
 * compatible backends omit falsy values. Money in major units, durations in days. Wire contract 3.24.
 */
export const PublicSettings = z.object({
  ...each(['siteName', 'homeTitle', 'logoUrl', 'darkmodeLogoUrl', 'favicon'], z.string().optional()),
  loginPlaceholderImage: z.string().optional(),
  maintenanceMode: z.boolean().optional(),
  /** Text of the maintenance screen; empty for the built-in one. Our extension. */
  maintenanceMessage: z.string().optional(),
  /** When the site expects to be back, ISO 8601; empty if unknown. Our extension. */
  maintenanceUntil: z.string().optional(),
  /** Whether the list of blocked countries is applied. Our extension. */
  geoBlock: z.boolean().optional(),
  /** Whether pages prevent copying: no context menu, and no selection outside of fields. Our extension. Specification 1. */
  contentProtection: z.boolean().optional(),
  menus: z.array(MenuItem).optional(),
  metaKeywords: z.string().optional(),
  metaDescription: z.string().optional(),
  /** HTML. */
  footerContent: z.string().optional(),
  userBenefit: z.string().optional(),
  modelBenefit: z.string().optional(),
  gaCode: z.string().optional(),
  /** Script of the chat widget, and this site's id there; both empty if there is none. Our extension. */
  chatWidgetUrl: z.string().optional(),
  chatWidgetId: z.string().optional(),
  /** Script of the affiliate tracker, and this site's id there; both empty if there is none. Our extension. */
  affiliateUrl: z.string().optional(),
  affiliateId: z.string().optional(),
  /** Email or address for reports of security problems; empty for the contact form. Our extension. */
  securityContact: z.string().optional(),
  requireEmailVerification: z.boolean().optional(),
  /** Minimum age in years at sign-up, for fans and creators; 0 for none. Our extension. */
  minimumAge: z.number().optional(),
  /** Usual number of days for the review of a creator's documents; 0 to promise nothing. Our extension. */
  documentReviewDays: z.number().optional(),
  enable2StepEmail: z.boolean().optional(),
  googleReCaptchaSiteKey: z.string().optional(),
  /** True only if reCAPTCHA is the captcha provider. */
  enableGoogleReCaptcha: z.boolean().optional(),
  /** Google, or this server with a puzzle from `createCaptchaChallenge`. Our extension. */
  captchaProvider: z.enum(['recaptcha', 'altcha']).optional(),
  /** Forms that require a `captcha`. Our extension. */
  captchaForms: z.array(CaptchaFormName).optional(),
  googleLoginEnabled: z.boolean().optional(),
  /** This site's client id at Google; empty with the sandbox. */
  googleLoginClientId: z.string().optional(),
  /** The sandbox's login page; empty with the real Google. Flow: auth-routes.ts. Our extension. */
  googleLoginUrl: z.string().optional(),
  twitterLoginEnabled: z.boolean().optional(),
  twitterLoginClientId: z.string().optional(),
  /** Our extension. */
  phoneLoginEnabled: z.boolean().optional(),
  agoraEnable: z.boolean().optional(),
  agoraAppId: z.string().optional(),
  /** Address of the LiveKit server for live shows, if the site uses one. Our extension. */
  livekitUrl: z.string().optional(),
  paymentGateway: z.string().optional(),
  stripePublishableKey: z.string().optional(),
  tokenConversionRate: z.number().optional(),
  freeSubscriptionEnabled: z.boolean().optional(),
  freeSubscriptionDuration: z.number().optional(),
  minimumSubscriptionPrice: Dollars.optional(),
  maximumSubscriptionPrice: Dollars.optional(),
  /** The currency of all amounts, ISO 4217; US dollars if a backend does not send it. Our extension. */
  currency: z.string().optional(),
  /** The platform's own subscription. Assumed. */
  monthlySubscriptionPrice: Dollars.optional(),
  /** Days for which subscribers keep their price after notice of a higher one; our extension. */
  priceChangeNoticeDays: z.number().optional(),
  ...each(['minimumWalletPrice', 'maximumWalletPrice', 'minimumTipPrice', 'maximumTipPrice'], Dollars.optional()),
  ...each(['minimumPpvPrice', 'maximumPpvPrice', 'minimumPayoutAmount'], Dollars.optional()),
  /** Price of a minute in a private or group show; our extension. */
  ...each(['minMinutePrice', 'maxMinutePrice'], Dollars.optional()),
  /**
   * Extensions that the server supports: names of calls (`extension` of a route) and of abilities (extensions.ts). A backend
   * without this field supports none. Our extension.
   */
  extensions: z.array(z.string()).optional(),
  /** Sockets can send the token in their handshake payload, which keeps it out of URLs. Our extension. */
  socketTokenInPayload: z.boolean().optional(),
  /** False if coupons do not apply to top-ups; compatible backends omit it and accept them. Our extension. */
  couponsForTopUps: z.boolean().optional(),
  /** Address of the local page with the sandbox's mails and texts; empty if there is none. Our extension. */
  sandboxOutboxUrl: z.string().optional(),
  /** Parts of the site that run as a sandbox, which the screen has to mention. Our extension. Decisions 5. */
  sandboxParts: z.array(z.string()).optional(),
});

export const settingsSchemas = {
  getSettings: {
    summary: 'All public settings, and the menus',
    mark: 'seen',
    data: PublicSettings,
  },
  getSettingValues: {
    summary: 'Some public settings by key; unknown and private keys are absent',
    mark: 'seen',
    body: z.object({ keys: z.array(requiredText(60)).max(50) }),
    data: PublicSettings,
  },
  sendContactMessage: {
    summary: 'Write to the operators of the site',
    mark: 'seen',
    body: z.object({ name: requiredLine(100), email: Email, message: requiredText(5000), captcha: CaptchaToken }),
    data: Success,
    errors: ['CAPTCHA_FAILED', 'CONTACT_CLOSED'],
  },
  reportPageFailure: {
    summary: 'Tell the operators that a part of a page could not be shown; it goes to the log',
    mark: 'assumed',
    body: z.object({
      /** The part of the page that failed, such as `post`. */
      part: requiredText(100),
      message: requiredText(500),
      /** Path of the page, without the query. */
      path: requiredText(300),
      /** The error's stack, followed by the component stack. */
      stack: z.string().max(4000).optional(),
    }),
    data: Success,
  },
} satisfies SchemasFor<typeof settingsRoutes>;
