import type { z } from 'zod';
import type { SearchText } from './base/search-text';
import { accountSchemas } from './identity/account-schemas';
import { apiKeySchemas } from './identity/api-key-schemas';
import { addressSchemas } from './site/address-schemas';
import { blockSchemas } from './identity/block-schemas';
import { fanNoteSchemas } from './identity/fan-note-schemas';
import { commentSchemas } from './content/comment-schemas';
import { earningSchemas } from './money/earning-schemas';
import { feedSchemas } from './content/feed-schemas';
import { followSchemas } from './content/follow-schemas';
import { gallerySchemas } from './content/gallery-schemas';
import { messageSchemas } from './conversation/message-schemas';
import { notificationSchemas } from './conversation/notification-schemas';
import { pushSchemas } from './conversation/push-schemas';
import { webhookSchemas } from './operations/webhook-schemas';
import { jobSchemas } from './operations/job-schemas';
import { operatorSchemas } from './operations/operator-schemas';
import { overviewSchemas } from './operations/overview-schemas';
import { settingSchemas } from './operations/setting-schemas';
import { siteTextSchemas } from './operations/site-text-schemas';
import { orderSchemas } from './money/order-schemas';
import { paymentSchemas } from './money/payment-schemas';
import { personSchemas } from './operations/person-schemas';
import { reviewSchemas } from './operations/review-schemas';
import { payoutSchemas } from './money/payout-schemas';
import { refundSchemas } from './money/refund-schemas';
import { performerSchemas } from './identity/performer-schemas';
import { photoSchemas } from './content/photo-schemas';
import { pageSchemas } from './site/page-schemas';
import { productSchemas } from './content/product-schemas';
import { purchaseSchemas } from './money/purchase-schemas';
import { reactionSchemas } from './content/reaction-schemas';
import { referenceSchemas } from './site/reference-schemas';
import { consoleReportSchemas } from './operations/console-report-schemas';
import { takedownSchemas } from './content/takedown-schemas';
import { reportSchemas } from './content/report-schemas';
import { searchSchemas } from './content/search-schemas';
import { authSchemas } from './identity/auth-schemas';
import { settingsSchemas } from './site/settings-schemas';
import { spendingSchemas } from './money/spending-schemas';
import { streamSchemas } from './content/stream-schemas';
import { consoleLedgerSchemas } from './operations/console-ledger-schemas';
import { consoleOrderSchemas } from './operations/console-order-schemas';
import { consoleRefundSchemas } from './operations/console-refund-schemas';
import { findSchemas } from './operations/find-schemas';
import { listExportSchemas } from './operations/list-export-schemas';
import { consolePayoutSchemas } from './operations/console-payout-schemas';
import { creatorHomeSchemas } from './money/creator-home-schemas';
import { subscriptionSchemas } from './money/subscription-schemas';
import { videoSchemas } from './content/video-schemas';
import { walletSchemas } from './money/wallet-schemas';

/** Schemas of the requests and replies of all calls, by name. For the server and tests; the browser imports only the types. */
export const schemas = {
  ...authSchemas,
  ...accountSchemas,
  ...apiKeySchemas,
  ...notificationSchemas,
  ...pushSchemas,
  ...performerSchemas,
  ...followSchemas,
  ...reactionSchemas,
  ...commentSchemas,
  ...reportSchemas,
  ...takedownSchemas,
  ...blockSchemas,
  ...fanNoteSchemas,
  ...searchSchemas,
  ...settingsSchemas,
  ...pageSchemas,
  ...addressSchemas,
  ...referenceSchemas,
  ...feedSchemas,
  ...gallerySchemas,
  ...photoSchemas,
  ...videoSchemas,
  ...productSchemas,
  ...orderSchemas,
  ...walletSchemas,
  ...purchaseSchemas,
  ...paymentSchemas,
  ...subscriptionSchemas,
  ...earningSchemas,
  ...creatorHomeSchemas,
  ...payoutSchemas,
  ...refundSchemas,
  ...spendingSchemas,
  ...messageSchemas,
  ...streamSchemas,
  ...operatorSchemas,
  ...overviewSchemas,
  ...settingSchemas,
  ...jobSchemas,
  ...webhookSchemas,
  ...siteTextSchemas,
  ...reviewSchemas,
  ...personSchemas,
  ...consolePayoutSchemas,
  ...listExportSchemas,
  ...findSchemas,
  ...consoleRefundSchemas,
  ...consoleOrderSchemas,
  ...consoleLedgerSchemas,
  ...consoleReportSchemas,
};

export type Schemas = typeof schemas;
export type EndpointName = keyof Schemas;

type Part<N extends EndpointName, K extends 'params' | 'query' | 'body'> =
  Schemas[N] extends Record<K, infer S extends z.ZodType> ? S : never;
type SearchField<N extends EndpointName> = 'q' | 'keyword' | (N extends 'searchUsers' ? 'name' : never);
type WithSearchText<N extends EndpointName, T> = {
  [Name in keyof T]: Name extends SearchField<N> ? SearchText | Extract<T[Name], undefined> : T[Name];
};
type GivenPart<N extends EndpointName, K extends 'params' | 'query' | 'body'> = z.input<Part<N, K>>;
type InputPart<N extends EndpointName, K extends 'params' | 'query' | 'body', Given = GivenPart<N, K>> = [
  Part<N, K>,
] extends [never]
  ? { [P in K]?: undefined }
  : object extends Given
    ? { [P in K]?: Given }
    : { [P in K]: Given };

/** Input of a call, with only the parts that it declares. Its search texts are a `SearchText`, which `hasWords` makes. */
export type EndpointInput<N extends EndpointName> = InputPart<N, 'params'> &
  InputPart<N, 'query', WithSearchText<N, GivenPart<N, 'query'>>> &
  InputPart<N, 'body', WithSearchText<N, GivenPart<N, 'body'>>>;

/** Like `EndpointInput`, but its search texts are strings that may contain no words. */
export type UncheckedInput<N extends EndpointName> = InputPart<N, 'params'> &
  InputPart<N, 'query'> &
  InputPart<N, 'body'>;

/** A parsed part on the server; `undefined` if the call does not declare it. */
export type EndpointPart<N extends EndpointName, K extends 'params' | 'query' | 'body'> = [Part<N, K>] extends [never]
  ? undefined
  : z.output<Part<N, K>>;

/** The value of the envelope's `data`. */
export type EndpointData<N extends EndpointName> = Schemas[N] extends { data: infer D extends z.ZodType }
  ? z.output<D>
  : never;

/** Return type of a handler: the reply before the schema adds defaults and drops unknown keys. */
export type EndpointReply<N extends EndpointName> = Schemas[N] extends { data: infer D extends z.ZodType }
  ? z.input<D>
  : never;
