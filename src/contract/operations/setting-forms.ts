/** How a setting is shown and changed: `share` is a fraction shown in percent, `shares` one for each kind of sale. */
export type SettingKind =
  | 'flag'
  | 'line'
  | 'text'
  | 'html'
  | 'url'
  | 'time'
  | 'number'
  | 'price'
  | 'share'
  | 'shares'
  | 'forms'
  | 'menus';

export type SettingGroup =
  | 'site'
  | 'sign-up'
  | 'subscriptions'
  | 'money'
  | 'payouts'
  | 'company'
  | 'closed site'
  | 'scripts';

interface SettingForm {
  group: SettingGroup;
  kind: SettingKind;
}

/** Every setting of a site that operators can change, in the order of the console. */
export const settingForms = {
  siteName: { group: 'site', kind: 'line' },
  homeTitle: { group: 'site', kind: 'line' },
  logoUrl: { group: 'site', kind: 'url' },
  darkmodeLogoUrl: { group: 'site', kind: 'url' },
  favicon: { group: 'site', kind: 'url' },
  loginPlaceholderImage: { group: 'site', kind: 'url' },
  metaDescription: { group: 'site', kind: 'text' },
  metaKeywords: { group: 'site', kind: 'line' },
  footerContent: { group: 'site', kind: 'html' },
  userBenefit: { group: 'site', kind: 'html' },
  modelBenefit: { group: 'site', kind: 'html' },
  menus: { group: 'site', kind: 'menus' },
  contentProtection: { group: 'site', kind: 'flag' },
  requireEmailVerification: { group: 'sign-up', kind: 'flag' },
  minimumAge: { group: 'sign-up', kind: 'number' },
  documentReviewDays: { group: 'sign-up', kind: 'number' },
  captchaForms: { group: 'sign-up', kind: 'forms' },
  googleLoginEnabled: { group: 'sign-up', kind: 'flag' },
  twitterLoginEnabled: { group: 'sign-up', kind: 'flag' },
  phoneLoginEnabled: { group: 'sign-up', kind: 'flag' },
  freeSubscriptionEnabled: { group: 'subscriptions', kind: 'flag' },
  freeSubscriptionDuration: { group: 'subscriptions', kind: 'number' },
  minimumSubscriptionPrice: { group: 'subscriptions', kind: 'price' },
  maximumSubscriptionPrice: { group: 'subscriptions', kind: 'price' },
  siteMembershipEnabled: { group: 'subscriptions', kind: 'flag' },
  monthlySubscriptionPrice: { group: 'subscriptions', kind: 'price' },
  priceChangeNoticeDays: { group: 'subscriptions', kind: 'number' },
  commission: { group: 'money', kind: 'share' },
  commissions: { group: 'money', kind: 'shares' },
  minimumWalletPrice: { group: 'money', kind: 'price' },
  maximumWalletPrice: { group: 'money', kind: 'price' },
  minimumTipPrice: { group: 'money', kind: 'price' },
  maximumTipPrice: { group: 'money', kind: 'price' },
  minimumPpvPrice: { group: 'money', kind: 'price' },
  maximumPpvPrice: { group: 'money', kind: 'price' },
  minMinutePrice: { group: 'money', kind: 'price' },
  maxMinutePrice: { group: 'money', kind: 'price' },
  refundDays: { group: 'money', kind: 'number' },
  refundAnswerDays: { group: 'money', kind: 'number' },
  paymentGateway: { group: 'money', kind: 'line' },
  stripePublishableKey: { group: 'money', kind: 'line' },
  tokenConversionRate: { group: 'money', kind: 'number' },
  minimumPayoutAmount: { group: 'payouts', kind: 'price' },
  payoutFee: { group: 'payouts', kind: 'price' },
  payoutDays: { group: 'payouts', kind: 'number' },
  holdingDays: { group: 'payouts', kind: 'number' },
  companyName: { group: 'company', kind: 'line' },
  companyAddress: { group: 'company', kind: 'text' },
  companyTaxId: { group: 'company', kind: 'line' },
  companyIban: { group: 'company', kind: 'line' },
  companyBic: { group: 'company', kind: 'line' },
  contactEmail: { group: 'company', kind: 'line' },
  securityContact: { group: 'company', kind: 'line' },
  maintenanceMode: { group: 'closed site', kind: 'flag' },
  maintenanceMessage: { group: 'closed site', kind: 'text' },
  maintenanceUntil: { group: 'closed site', kind: 'time' },
  geoBlock: { group: 'closed site', kind: 'flag' },
  gaCode: { group: 'scripts', kind: 'line' },
  chatWidgetUrl: { group: 'scripts', kind: 'url' },
  chatWidgetId: { group: 'scripts', kind: 'line' },
  affiliateUrl: { group: 'scripts', kind: 'url' },
  affiliateId: { group: 'scripts', kind: 'line' },
} as const satisfies Record<string, SettingForm>;

export type SettingName = keyof typeof settingForms;

export const settingNames = Object.keys(settingForms) as SettingName[];
