import { z } from 'zod';
import { DollarsInput } from '@contract/base/common-schemas';
import { Email, HttpUrl } from '@contract/base/field-schemas';
import { isBic, isInSepa } from '@contract/base/iban';
import { inCoins } from '@contract/base/money';
import { defaultMinimumAge, defaultSettings } from '@contract/base/limits';
import type { SettingName } from '@contract/operations/setting-forms';
import { CaptchaFormName, MenuItem } from '@contract/site/settings-schemas';
import { cleanHtml } from '../../../lib/clean-html';

const text = (fallback: string) => z.string().max(20_000).default(fallback);
/** HTML that is cleaned when it is stored, and again when it is sent. */
const html = () => z.string().max(20_000).overwrite(cleanHtml).default('');
/** Path or URL of an image; empty for the built-in one. */
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
/** @param fallback default in coins of the site's currency */
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
 * Secrets are in the environment instead. Specification 9, wire contract 3.24, decisions 2; commissions and the holding period
 * are our extension.
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
        ['Accessibility', '/page/accessibility'],
        ['Licences', '/licences'],
        ['Status', '/status'],
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
  /** How many days reviewing documents usually takes; 0 makes no statement. */
  documentReviewDays: days(2, 0),
  /** By default only the contact form, which needs no account. Our extension. */
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
  /** Whether fans can subscribe to the site, and creators post for its members. Not public: clients read `extensions`. */
  siteMembershipEnabled: flag(true),
  monthlySubscriptionPrice: price(defaultSettings.monthlySubscriptionPrice),
  /** For how long subscribers keep their old price after being notified of a higher one. */
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
  /** Paid by the creator for each payout. Not public. */
  payoutFee: price(0),
  /** How many days a payout usually takes. Not public. */
  payoutDays: days(5, 0),
  /** Within this time a refund can be requested: after the purchase or, for physical products, after delivery. */
  refundDays: days(14, 0),
  /** Refund requests that the creator has not answered within this time are forwarded to the operators. */
  refundAnswerDays: days(7, 1),
  /** The platform's share of a sale, unless the kind of sale or the creator has a different one. Not public. */
  commission: fraction(0.2),
  commissions: z.partialRecord(SaleKind, z.number().min(0).max(1)).default({}),
  /** Time before a creator's earnings can be paid out. Not public. */
  holdingDays: days(7, 0),
  /** Printed on invoices and statements; if empty, the site's name. Not public. */
  companyName: z.string().max(200).default(''),
  /** Lines separated by `\n`. */
  companyAddress: z.string().max(500).default(''),
  /** For example `VAT ATU12345678`. */
  companyTaxId: z.string().max(100).default(''),
  /** The account from which payouts are paid, for the bank file. Not public. */
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
  /** Receives contact messages; if empty, they are only stored. Not public. */
  contactEmail: z.union([z.literal(''), Email]).default(''),
  /** Receives reports of security problems; public in /.well-known/security.txt. If empty, that file names the contact form. */
  securityContact: z.union([z.literal(''), Email, HttpUrl]).default(''),
});

/** Settings of which the first must not exceed the second. */
export const settingPairs = [
  ['minimumSubscriptionPrice', 'maximumSubscriptionPrice'],
  ['minimumWalletPrice', 'maximumWalletPrice'],
  ['minimumTipPrice', 'maximumTipPrice'],
  ['minimumPpvPrice', 'maximumPpvPrice'],
  ['minMinutePrice', 'maxMinutePrice'],
] as const;

export function findConflict(settings: SiteSettings): string | undefined {
  const wrong = settingPairs.find(([min, max]) => settings[min] > settings[max]);
  return wrong && `${wrong[0]} would be above ${wrong[1]}`;
}

export type SiteSettings = z.output<typeof SiteSettingsSchema>;
export type SettingKey = keyof SiteSettings;

/** Call it only after the API has started, because default prices depend on the site's currency. */
export const getDefaults = (): SiteSettings => SiteSettingsSchema.parse({});

/** Fails to compile if the console lacks a setting, or has one that does not exist. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
true satisfies Same<SettingKey, SettingName>;

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SiteSettingsSchema.shape, key);
