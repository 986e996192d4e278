import type { z } from 'zod';
import { accountSchemas } from './account-schemas';
import { addressSchemas } from './address-schemas';
import { blockSchemas } from './block-schemas';
import { commentSchemas } from './comment-schemas';
import { earningSchemas } from './earning-schemas';
import { feedSchemas } from './feed-schemas';
import { followSchemas } from './follow-schemas';
import { gallerySchemas } from './gallery-schemas';
import { messageSchemas } from './message-schemas';
import { notificationSchemas } from './notification-schemas';
import { orderSchemas } from './order-schemas';
import { paymentSchemas } from './payment-schemas';
import { payoutSchemas } from './payout-schemas';
import { performerSchemas } from './performer-schemas';
import { photoSchemas } from './photo-schemas';
import { postSchemas } from './post-schemas';
import { productSchemas } from './product-schemas';
import { purchaseSchemas } from './purchase-schemas';
import { reactionSchemas } from './reaction-schemas';
import { referenceSchemas } from './reference-schemas';
import { reportSchemas } from './report-schemas';
import { searchSchemas } from './search-schemas';
import { sessionSchemas } from './session-schemas';
import { settingsSchemas } from './settings-schemas';
import { streamSchemas } from './stream-schemas';
import { studioSchemas } from './studio-schemas';
import { subscriptionSchemas } from './subscription-schemas';
import { videoSchemas } from './video-schemas';
import { walletSchemas } from './wallet-schemas';

/** Every call's request and reply shapes by name. For the server and tests; the browser imports the types only. */
export const schemas = {
  ...sessionSchemas,
  ...accountSchemas,
  ...notificationSchemas,
  ...performerSchemas,
  ...followSchemas,
  ...reactionSchemas,
  ...commentSchemas,
  ...reportSchemas,
  ...blockSchemas,
  ...searchSchemas,
  ...settingsSchemas,
  ...postSchemas,
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
  ...studioSchemas,
  ...payoutSchemas,
  ...messageSchemas,
  ...streamSchemas,
};

export type Schemas = typeof schemas;
export type EndpointName = keyof Schemas;

type Part<N extends EndpointName, K extends 'params' | 'query' | 'body'> =
  Schemas[N] extends Record<K, infer S extends z.ZodType> ? S : never;
type InputPart<N extends EndpointName, K extends 'params' | 'query' | 'body'> = [Part<N, K>] extends [never]
  ? { [P in K]?: undefined }
  : object extends z.input<Part<N, K>>
    ? { [P in K]?: z.input<Part<N, K>> }
    : { [P in K]: z.input<Part<N, K>> };

/** What a caller gives: only the parts the call declares. */
export type EndpointInput<N extends EndpointName> = InputPart<N, 'params'> &
  InputPart<N, 'query'> &
  InputPart<N, 'body'>;

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
