import type { SettingName } from './setting-feature';

interface SettingText {
  label: string;
  /** The effect of a change, and since when or for whom it holds. */
  effect: string;
  /** Singular, for whole numbers. */
  unit?: string;
}

export const settingTexts: Record<SettingName, SettingText> = {
  siteName: { label: 'Name of the site', effect: 'Shown in the header, in emails and in browser tabs.' },
  homeTitle: {
    label: 'Title of the first page',
    effect: 'Shown in the tab of the browser and by search engines, not on the page itself.',
  },
  logoUrl: { label: 'Logo', effect: 'A path or an address of a picture. Without one, the built-in mark is shown.' },
  darkmodeLogoUrl: { label: 'Logo on dark', effect: 'Replaces the logo in the dark theme.' },
  favicon: { label: 'Icon in browser tabs', effect: 'A path or an address of a square picture.' },
  loginPlaceholderImage: { label: 'Picture beside the log-in', effect: 'Shown beside the log-in and sign-up forms.' },
  metaDescription: { label: 'Description for search engines', effect: 'Shown below the title in search results.' },
  metaKeywords: {
    label: 'Keywords for search engines',
    effect: 'In the head of the first page, separated by commas. Few search engines still read them.',
  },
  footerContent: {
    label: 'Text in the footer',
    effect: 'Below the links in the footer of public pages, such as the company and its register.',
  },
  userBenefit: {
    label: 'Text for new fans',
    effect: 'Above the form in which fans sign up.',
  },
  modelBenefit: {
    label: 'Text for new creators',
    effect: 'Above the form in which creators sign up.',
  },
  menus: { label: 'Menus', effect: 'Links in the header and the footer, in this order.' },
  contentProtection: {
    label: 'Hinder copying',
    effect: 'Turns off copying and the context menu, except in the console. It cannot stop screenshots.',
  },
  requireEmailVerification: {
    label: 'Verified email needed',
    effect: 'Accounts without a verified email cannot log in. Logged-in people stay logged in.',
  },
  minimumAge: {
    label: 'Minimum age',
    effect: 'New accounts must be this old. Accounts that exist keep their access.',
    unit: 'year',
  },
  documentReviewDays: {
    label: 'Review promised within',
    effect: 'New creators read this as the usual duration of the review. 0 promises nothing.',
    unit: 'day',
  },
  captchaForms: { label: 'Forms with a captcha', effect: 'These forms ask for a solved captcha before they are sent.' },
  googleLoginEnabled: { label: 'Log-in with Google', effect: 'Offered if the keys for Google are set on the server.' },
  twitterLoginEnabled: { label: 'Log-in with X', effect: 'Offered if the keys for X are set on the server.' },
  phoneLoginEnabled: { label: 'Log-in by phone', effect: 'Offered if a text message service is set on the server.' },
  freeSubscriptionEnabled: {
    label: 'Free trials',
    effect: 'Creators can offer a free trial. Running trials continue when this is turned off.',
  },
  freeSubscriptionDuration: {
    label: 'Usual length of a trial',
    effect: 'For creators who have not chosen a length of their own.',
    unit: 'day',
  },
  minimumSubscriptionPrice: {
    label: 'Smallest subscription price',
    effect: 'Holds for prices that creators set from now on. Prices that are set stay.',
  },
  maximumSubscriptionPrice: {
    label: 'Largest subscription price',
    effect:
      'For a month; a year may cost up to twelve times as much. Holds for prices that creators set from now on. Prices that are set stay.',
  },
  siteMembershipEnabled: {
    label: 'Site subscriptions',
    effect: 'Fans can subscribe to the site, and creators can post for its members.',
  },
  monthlySubscriptionPrice: {
    label: 'Price of a site subscription',
    effect: 'New members pay it at once. Members are told of a higher price, and keep theirs for the notice period.',
  },
  priceChangeNoticeDays: {
    label: 'Notice before a higher price',
    effect: 'Subscribers keep their old price for this long after they were told.',
    unit: 'day',
  },
  commission: {
    label: 'Commission',
    effect:
      'The site’s share of each payment from now on, renewals included, unless the kind of sale or the creator has its own. Creators see it under Earnings but get no message: announce a higher one in time.',
  },
  commissions: {
    label: 'Commission by kind of sale',
    effect: 'Replaces the commission above for these sales. Applies to payments from now on, renewals included.',
  },
  minimumWalletPrice: { label: 'Smallest top-up', effect: 'Fans cannot add less to the wallet at a time.' },
  maximumWalletPrice: { label: 'Largest top-up', effect: 'Fans cannot add more to the wallet at a time.' },
  minimumTipPrice: { label: 'Smallest tip', effect: 'Fans cannot tip less.' },
  maximumTipPrice: { label: 'Largest tip', effect: 'Fans cannot tip more.' },
  minimumPpvPrice: { label: 'Smallest price of content', effect: 'Holds for prices set from now on.' },
  maximumPpvPrice: { label: 'Largest price of content', effect: 'Holds for prices set from now on.' },
  minMinutePrice: { label: 'Smallest price per minute', effect: 'For private and group shows, from the next show on.' },
  maxMinutePrice: { label: 'Largest price per minute', effect: 'For private and group shows, from the next show on.' },
  refundDays: {
    label: 'Refunds can be requested for',
    effect: 'After the purchase; for physical products, after delivery.',
    unit: 'day',
  },
  refundAnswerDays: {
    label: 'Creators answer a refund request within',
    effect: 'Then the request comes to the operators.',
    unit: 'day',
  },
  paymentGateway: {
    label: 'Name of the payment gateway',
    effect: 'Names the gateway to pages and apps. It does not change which gateway charges cards.',
  },
  stripePublishableKey: {
    label: 'Public key of Stripe',
    effect: 'Used only if the server has none. Keys are normally set on the server.',
  },
  tokenConversionRate: {
    label: 'Money per token',
    effect: 'Sent to apps that read the settings. Pages of this site do not use it.',
  },
  minimumPayoutAmount: { label: 'Smallest payout', effect: 'Creators cannot request less.' },
  payoutFee: {
    label: 'Fee for a payout',
    effect: 'Paid by the creator, taken from each payout requested from now on.',
  },
  payoutDays: { label: 'Payouts arrive within', effect: 'Creators read this when they request a payout.', unit: 'day' },
  holdingDays: {
    label: 'Income is held for',
    effect: 'Income of sales from now on can be paid out after this time.',
    unit: 'day',
  },
  companyName: { label: 'Company', effect: 'Printed on invoices and statements. Without it, the name of the site is.' },
  companyAddress: { label: 'Address', effect: 'Printed on invoices and statements from now on.' },
  companyTaxId: { label: 'Tax id', effect: 'Printed on invoices and statements from now on, as in “VAT ATU12345678”.' },
  companyIban: { label: 'IBAN for payouts', effect: 'The account that pays creators, written into bank files.' },
  companyBic: { label: 'BIC for payouts', effect: 'The bank of that account, written into bank files.' },
  contactEmail: {
    label: 'Email for messages',
    effect:
      'Receives what people send with the contact form, and news for operators. It is not shown. Without one, the form refuses messages; in the demo they go to the outbox.',
  },
  securityContact: {
    label: 'Contact for security reports',
    effect: 'An email or a web address, public in /.well-known/security.txt. Without one, the contact form is named.',
  },
  maintenanceMode: {
    label: 'Maintenance',
    effect: 'Closes the site for everyone but operators, within 2 seconds. Running payments finish.',
  },
  maintenanceMessage: { label: 'Message during maintenance', effect: 'Shown while the site is closed.' },
  maintenanceUntil: {
    label: 'Maintenance until',
    effect: 'Shown while the site is closed. It does not open by itself.',
  },
  geoBlock: { label: 'Closed countries', effect: 'Turns the list of closed countries on or off, without emptying it.' },
  gaCode: { label: 'Google Analytics', effect: 'A measurement id such as G-AB12CD34EF. Every page loads it.' },
  chatWidgetUrl: { label: 'Script of a chat', effect: 'Its address. Every page loads it.' },
  chatWidgetId: { label: 'Id of the chat', effect: 'Given to the script of the chat.' },
  affiliateUrl: { label: 'Script of an affiliate programme', effect: 'Its address. Every page loads it.' },
  affiliateId: { label: 'Id in the affiliate programme', effect: 'Given to the script of the programme.' },
};
