import { z } from 'zod';
import { DollarsInput } from '@contract/base/common-schemas';
import { Email, HttpUrl } from '@contract/base/field-schemas';
import { isBic, isInSepa } from '@contract/base/iban';
import { inCoins } from '@contract/base/money';
import { defaultMinimumAge, defaultSettings } from '@contract/base/limits';
import { CaptchaFormName, MenuItem } from '@contract/site/settings-schemas';
import { cleanHtml } from '../../../lib/clean-html';

const text = (fallback: string) => z.string().max(20_000).default(fallback);
/** HTML, cleaned when stored and again when sent. */
const html = () => z.string().max(20_000).overwrite(cleanHtml).default('');
/** Path or URL of a picture; empty for the built-in one. */
const picture = () =>
  z
    .union([
      z.literal(''),
      z
        .string()
        .max(2000)
        .regex(/^\/[^/\\]/),
      HttpUrl,
    ])
    .default('');
const scriptUrl = z.union([z.literal(''), HttpUrl]).default('');
const flag = (fallback: boolean) => z.boolean().default(fallback);
/** @param fallback in coins */
const price = (fallback: number) => DollarsInput.default(() => inCoins(fallback));
const fraction = (fallback: number) => z.number().min(0).max(1).default(fallback);
const days = (fallback: number, min: number) => z.number().int().min(min).max(365).default(fallback);

const SafeMenuItem = MenuItem.refine(
  ({ path, internal }) =>
    internal === false ? HttpUrl.safeParse(path).success : /^\/(?![/\\])/.test(path) || HttpUrl.safeParse(path).success,
  'must lead to a path of this site or an address',
);

const SaleKind = z.enum(['tip', 'feed', 'product', 'video', 'gallery', 'message', 'stream', 'subscription']);
export type SaleKind = z.output<typeof SaleKind>;

/**
 * Every setting that operators can change, with bounds and default. Prices in major units as on the wire, durations in days.
 * Secrets come from the environment instead. Specification 9, wire contract 3.24, decisions 2; commissions and the holding
 * period are ours.
 */
export const SiteSettingsSchema = z.object({
  siteName: text('Ovela'),
  homeTitle: text('Closer to the people who make things'),
  logoUrl: picture(),
  darkmodeLogoUrl: picture(),
  favicon: picture(),
  loginPlaceholderImage: picture(),
  maintenanceMode: flag(false),
  maintenanceMessage: z.string().max(500).default(''),
  /** ISO 8601, or empty. */
  maintenanceUntil: z.union([z.literal(''), z.iso.datetime({ offset: true })]).default(''),
  geoBlock: flag(true),
  /** Specification 1. */
  contentProtection: flag(true),
  chatWidgetUrl: scriptUrl,
  chatWidgetId: text(''),
  affiliateUrl: scriptUrl,
  affiliateId: text(''),
  menus: z
    .array(SafeMenuItem)
    .max(50)
    .default(
      [
        ['About', '/page/about'],
        ['Terms', '/page/terms-of-service'],
        ['Privacy', '/page/privacy-policy'],
        ['Copyright', '/page/copyright'],
        ['Help', '/page/help'],
        ['Contact', '/contact'],
      ].map(([title = '', path = ''], index) => {
        return { title, path, internal: true, section: 'footer', ordering: index + 1, isNewTab: false };
      }),
    ),
  metaKeywords: text(''),
  metaDescription: text(''),
  footerContent: html(),
  userBenefit: html(),
  modelBenefit: html(),
  /** Measurement id of Google Analytics or Tag Manager. */
  gaCode: z
    .string()
    .regex(/^((G|GT|GTM|AW|DC)-[A-Z0-9]{1,20}|UA-\d{1,12}-\d{1,4})?$/i)
    .default(''),
  requireEmailVerification: flag(false),
  /** Years. */
  minimumAge: z.number().int().min(0).max(99).default(defaultMinimumAge),
  /** Usual duration of a document review; 0 promises nothing. */
  documentReviewDays: days(2, 0),
  enable2StepEmail: flag(false),
  /** By default only the contact form, which needs no account. Ours. */
  captchaForms: z.array(CaptchaFormName).max(10).default(['contact']),
  googleLoginEnabled: flag(true),
  twitterLoginEnabled: flag(true),
  phoneLoginEnabled: flag(true),
  paymentGateway: text(defaultSettings.paymentGateway),
  stripePublishableKey: text(''),
  tokenConversionRate: z.number().positive().default(1),
  freeSubscriptionEnabled: flag(defaultSettings.freeSubscriptionEnabled),
  freeSubscriptionDuration: days(defaultSettings.freeSubscriptionDuration, 1),
  minimumSubscriptionPrice: price(defaultSettings.minimumSubscriptionPrice),
  maximumSubscriptionPrice: price(defaultSettings.maximumSubscriptionPrice),
  /** Fans can subscribe to the site, and creators can post for its members. Not public: clients read `extensions`. */
  siteMembershipEnabled: flag(true),
  monthlySubscriptionPrice: price(defaultSettings.monthlySubscriptionPrice),
  /** Subscribers keep their price for this long after the notification of a higher one. */
  priceChangeNoticeDays: days(defaultSettings.priceChangeNoticeDays, 0),
  minimumWalletPrice: price(defaultSettings.minimumWalletPrice),
  maximumWalletPrice: price(defaultSettings.maximumWalletPrice),
  minimumTipPrice: price(defaultSettings.minimumTipPrice),
  maximumTipPrice: price(defaultSettings.maximumTipPrice),
  minimumPpvPrice: price(1),
  maximumPpvPrice: price(defaultSettings.maximumPpvPrice),
  minMinutePrice: price(defaultSettings.minMinutePrice),
  maxMinutePrice: price(defaultSettings.maxMinutePrice),
  minimumPayoutAmount: price(defaultSettings.minimumPayoutAmount),
  /** Paid by the creator. Not public. */
  payoutFee: price(0),
  /** Not public. */
  payoutDays: days(5, 0),
  /** Time to request a refund: after the purchase, for physical products after delivery. */
  refundDays: days(14, 0),
  /** Refund requests that the creator has not answered go to the operators after this time. */
  refundAnswerDays: days(7, 1),
  /** The platform's share of a sale, unless the kind of sale or the creator has its own. Not public. */
  commission: fraction(0.2),
  commissions: z.partialRecord(SaleKind, z.number().min(0).max(1)).default({}),
  /** Time before a creator's income can be paid out. Not public. */
  holdingDays: days(7, 0),
  /** Printed on invoices and statements; empty for the site's name. Not public. */
  companyName: z.string().max(200).default(''),
  /** Lines separated by `\n`. */
  companyAddress: z.string().max(500).default(''),
  /** Such as `VAT ATU12345678`. */
  companyTaxId: z.string().max(100).default(''),
  /** Source account of payouts, for the bank's file. Not public. */
  companyIban: z
    .string()
    .max(50)
    .refine((iban) => iban === '' || isInSepa(iban), 'must be an IBAN in the SEPA area')
    .default(''),
  companyBic: z
    .string()
    .max(11)
    .refine((bic) => bic === '' || isBic(bic), 'must be a BIC')
    .default(''),
  /** Receives contact messages; without it they are only stored. Not public. */
  contactEmail: z.union([z.literal(''), Email]).default(''),
});

const bounds = [
  ['minimumSubscriptionPrice', 'maximumSubscriptionPrice'],
  ['minimumWalletPrice', 'maximumWalletPrice'],
  ['minimumTipPrice', 'maximumTipPrice'],
  ['minimumPpvPrice', 'maximumPpvPrice'],
  ['minMinutePrice', 'maxMinutePrice'],
] as const;

export function findConflict(settings: SiteSettings): string | undefined {
  const wrong = bounds.find(([min, max]) => settings[min] > settings[max]);
  return wrong && `${wrong[0]} would be above ${wrong[1]}`;
}

export type SiteSettings = z.output<typeof SiteSettingsSchema>;
export type SettingKey = keyof SiteSettings;

/** Call only after the API started: default prices depend on the site's currency. */
export const getDefaults = (): SiteSettings => SiteSettingsSchema.parse({});

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SiteSettingsSchema.shape, key);
