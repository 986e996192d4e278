import type { z } from 'zod';
import type { SearchText } from './base/search-text';
import { accountSchemas } from './identity/account-schemas';
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
import { orderSchemas } from './money/order-schemas';
import { paymentSchemas } from './money/payment-schemas';
import { payoutSchemas } from './money/payout-schemas';
import { refundSchemas } from './money/refund-schemas';
import { performerSchemas } from './identity/performer-schemas';
import { photoSchemas } from './content/photo-schemas';
import { pageSchemas } from './site/page-schemas';
import { productSchemas } from './content/product-schemas';
import { purchaseSchemas } from './money/purchase-schemas';
import { reactionSchemas } from './content/reaction-schemas';
import { referenceSchemas } from './site/reference-schemas';
import { reportSchemas } from './content/report-schemas';
import { searchSchemas } from './content/search-schemas';
import { authSchemas } from './identity/auth-schemas';
import { settingsSchemas } from './site/settings-schemas';
import { spendingSchemas } from './money/spending-schemas';
import { streamSchemas } from './content/stream-schemas';
import { creatorHomeSchemas } from './money/creator-home-schemas';
import { subscriptionSchemas } from './money/subscription-schemas';
import { videoSchemas } from './content/video-schemas';
import { walletSchemas } from './money/wallet-schemas';

/** Every call's request and reply shapes by name. For the server and tests; the browser imports the types only. */
export const schemas = {
  ...authSchemas,
  ...accountSchemas,
  ...notificationSchemas,
  ...performerSchemas,
  ...followSchemas,
  ...reactionSchemas,
  ...commentSchemas,
  ...reportSchemas,
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
};

export type Schemas = typeof schemas;
export type EndpointName = keyof Schemas;

type Part<N extends EndpointName, K extends 'params' | 'query' | 'body'> =
  Schemas[N] extends Record<K, infer S extends z.ZodType> ? S : never;
/** Fields by which calls search. */
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

/** What a caller gives: only the parts the call declares. What it searches for has words. */
export type EndpointInput<N extends EndpointName> = InputPart<N, 'params'> &
  InputPart<N, 'query', WithSearchText<N, GivenPart<N, 'query'>>> &
  InputPart<N, 'body', WithSearchText<N, GivenPart<N, 'body'>>>;

/** The same with any text to search for. */
export type UnreadInput<N extends EndpointName> = InputPart<N, 'params'> & InputPart<N, 'query'> & InputPart<N, 'body'>;

/** What a parsed part is on the server; `undefined` where the call declares none. */
export type EndpointPart<N extends EndpointName, K extends 'params' | 'query' | 'body'> = [Part<N, K>] extends [never]
  ? undefined
  : z.output<Part<N, K>>;

/** The reply: the value of the envelope's `data`. */
export type EndpointData<N extends EndpointName> = Schemas[N] extends { data: infer D extends z.ZodType }
  ? z.output<D>
  : never;

/** What a handler may return: the reply before the schema fills defaults in and drops what is not on the wire. */
export type EndpointReply<N extends EndpointName> = Schemas[N] extends { data: infer D extends z.ZodType }
  ? z.input<D>
  : never;
