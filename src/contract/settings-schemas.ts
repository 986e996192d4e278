import { z } from 'zod';
import { Dollars, Success } from './common-schemas';
import type { SchemasFor } from './define';
import { Email, requiredText } from './field-schemas';
import type { settingsRoutes } from './settings-routes';

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
  siteName: z.string().optional(),
  homeTitle: z.string().optional(),
  logoUrl: z.string().optional(),
  darkmodeLogoUrl: z.string().optional(),
  favicon: z.string().optional(),
  loginPlaceholderImage: z.string().optional(),
  maintenanceMode: z.boolean().optional(),
  menus: z.array(MenuItem).optional(),
  metaKeywords: z.string().optional(),
  metaDescription: z.string().optional(),
  /** HTML. */
  footerContent: z.string().optional(),
  userBenefit: z.string().optional(),
  modelBenefit: z.string().optional(),
  gaCode: z.string().optional(),
  requireEmailVerification: z.boolean().optional(),
  enable2StepEmail: z.boolean().optional(),
  googleReCaptchaSiteKey: z.string().optional(),
  enableGoogleReCaptcha: z.boolean().optional(),
  googleLoginEnabled: z.boolean().optional(),
  googleLoginClientId: z.string().optional(),
  twitterLoginEnabled: z.boolean().optional(),
  twitterLoginClientId: z.string().optional(),
  agoraEnable: z.boolean().optional(),
  agoraAppId: z.string().optional(),
  paymentGateway: z.string().optional(),
  stripePublishableKey: z.string().optional(),
  tokenConversionRate: z.number().optional(),
  freeSubscriptionEnabled: z.boolean().optional(),
  freeSubscriptionDuration: z.number().optional(),
  minimumSubscriptionPrice: Dollars.optional(),
  maximumSubscriptionPrice: Dollars.optional(),
  /** The platform's own subscription. Assumed. */
  monthlySubscriptionPrice: Dollars.optional(),
  minimumWalletPrice: Dollars.optional(),
  maximumWalletPrice: Dollars.optional(),
  minimumTipPrice: Dollars.optional(),
  maximumTipPrice: Dollars.optional(),
  minimumPpvPrice: Dollars.optional(),
  maximumPpvPrice: Dollars.optional(),
  minimumPayoutAmount: Dollars.optional(),
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
    body: z.object({ name: requiredText(100), email: Email, message: requiredText(5000) }),
    data: Success,
  },
} satisfies SchemasFor<typeof settingsRoutes>;
