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
  /** A path of this site rather than an address elsewhere. */
  internal: z.boolean().optional(),
  help: z.string().nullish(),
  section: z.enum(['main', 'header', 'footer']),
  ordering: z.number().optional(),
  isNewTab: z.boolean().optional(),
});

/**
 * Every setting the public may read: this list is the filter, a key that is not here never leaves the server.
 * All optional, since servers of the family leave falsy values out. Money in major units, durations in days.
 * Wire contract 3.24.
 */
export const PublicSettings = z.object({
  ...each(['siteName', 'homeTitle', 'logoUrl', 'darkmodeLogoUrl', 'favicon'], z.string().optional()),
  loginPlaceholderImage: z.string().optional(),
  maintenanceMode: z.boolean().optional(),
  /** What the maintenance screen says; empty for the built-in words. Ours. */
  maintenanceMessage: z.string().optional(),
  /** When the site expects to be back, ISO 8601; empty when nobody knows. Ours. */
  maintenanceUntil: z.string().optional(),
  /** Whether the list of countries the site is closed to counts. Ours. */
  geoBlock: z.boolean().optional(),
  /** Whether pages keep people from copying: no context menu, no selection of what is not a field. Ours. Specification 1. */
  contentProtection: z.boolean().optional(),
  menus: z.array(MenuItem).optional(),
  metaKeywords: z.string().optional(),
  metaDescription: z.string().optional(),
  /** HTML. */
  footerContent: z.string().optional(),
  userBenefit: z.string().optional(),
  modelBenefit: z.string().optional(),
  gaCode: z.string().optional(),
  /** Script of the chat widget and what it calls this site; both empty for none. Ours. */
  chatWidgetUrl: z.string().optional(),
  chatWidgetId: z.string().optional(),
  /** Script of the affiliate tracker and what it calls this site; both empty for none. Ours. */
  affiliateUrl: z.string().optional(),
  affiliateId: z.string().optional(),
  requireEmailVerification: z.boolean().optional(),
  /** Years somebody has to be old to sign up, whichever side they are on; 0 for no limit. Ours. */
  minimumAge: z.number().optional(),
  /** Days within which a creator's documents are usually looked at; 0 to promise nothing. Ours. */
  documentReviewDays: z.number().optional(),
  enable2StepEmail: z.boolean().optional(),
  googleReCaptchaSiteKey: z.string().optional(),
  /** True only while reCAPTCHA is what checks. */
  enableGoogleReCaptcha: z.boolean().optional(),
  /** Who checks: Google, or this server by a puzzle from `createCaptchaChallenge`. Ours. */
  captchaProvider: z.enum(['recaptcha', 'altcha']).optional(),
  /** Forms whose `captcha` field is needed. Ours. */
  captchaForms: z.array(CaptchaFormName).optional(),
  googleLoginEnabled: z.boolean().optional(),
  /** Google's name for this site; empty while the sandbox stands in for Google. */
  googleLoginClientId: z.string().optional(),
  /** Where the sandbox asks who to be; empty with the real Google. Flow: auth-routes.ts. Ours. */
  googleLoginUrl: z.string().optional(),
  twitterLoginEnabled: z.boolean().optional(),
  twitterLoginClientId: z.string().optional(),
  /** Log-in by a code sent to a phone. Ours. */
  phoneLoginEnabled: z.boolean().optional(),
  agoraEnable: z.boolean().optional(),
  agoraAppId: z.string().optional(),
  /** Address of the LiveKit server that carries live shows, where one does. Ours. */
  livekitUrl: z.string().optional(),
  paymentGateway: z.string().optional(),
  stripePublishableKey: z.string().optional(),
  tokenConversionRate: z.number().optional(),
  freeSubscriptionEnabled: z.boolean().optional(),
  freeSubscriptionDuration: z.number().optional(),
  minimumSubscriptionPrice: Dollars.optional(),
  maximumSubscriptionPrice: Dollars.optional(),
  /** ISO 4217, of all amounts; US dollars where a backend does not say. Ours. */
  currency: z.string().optional(),
  /** The platform's own subscription. Assumed. */
  monthlySubscriptionPrice: Dollars.optional(),
  /** Days for which subscribers keep their price after they were told of a higher one; ours. */
  priceChangeNoticeDays: z.number().optional(),
  ...each(['minimumWalletPrice', 'maximumWalletPrice', 'minimumTipPrice', 'maximumTipPrice'], Dollars.optional()),
  ...each(['minimumPpvPrice', 'maximumPpvPrice', 'minimumPayoutAmount'], Dollars.optional()),
  /** Of a minute in a private or group show; ours. */
  ...each(['minMinutePrice', 'maxMinutePrice'], Dollars.optional()),
  /**
   * What is served beyond the family: names of calls (`extension` of a route) and of abilities (extensions.ts). Whoever
   * leaves it out serves none. Ours.
   */
  extensions: z.array(z.string()).optional(),
  /** Sockets may bring the token in the payload of their handshake, so that no address holds it. Ours. */
  socketTokenInPayload: z.boolean().optional(),
  /** False where coupons do not pay top-ups; servers of the family say nothing and take them. Ours. */
  couponsForTopUps: z.boolean().optional(),
  /** Where mails and texts of the sandbox are read, on the machine itself; empty where there is no such page. Ours. */
  sandboxOutboxUrl: z.string().optional(),
  /** Parts that run as a sandbox and have to say so on screen. Ours. Decisions 5. */
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
    errors: ['CAPTCHA_FAILED'],
  },
  reportPageFailure: {
    summary: 'Tell the operators that a part of a page could not be shown; it goes to the log',
    mark: 'assumed',
    body: z.object({
      /** The part by its name: `post`. */
      part: requiredText(100),
      message: requiredText(500),
      /** Path of the page, without its query. */
      path: requiredText(300),
      /** The error's stack, then the components it happened in. */
      stack: z.string().max(4000).optional(),
    }),
    data: Success,
  },
} satisfies SchemasFor<typeof settingsRoutes>;
