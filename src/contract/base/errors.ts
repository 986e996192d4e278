import { payoutRestWords } from './payout-rest';

/**
 * All failures of the API, with HTTP status and a message for users. `error` is the `error` field of the reply, where
 * compatible backends send a specific one; by default it is the code. Wire contract 1.3, specification 8.
 */
export const errorCatalogue = {
  // every call
  VALIDATION_FAILED: { status: 400, message: 'Please check what you entered.', error: 'Bad Request' },
  UNAUTHORIZED: { status: 401, message: 'Unauthorized' },
  TOKEN_EXPIRED: { status: 401, message: 'Your token is expired, please reload a page' },
  FORBIDDEN_ROLE: { status: 403, message: 'Forbidden resource', error: 'Forbidden' },
  FORBIDDEN: { status: 403, message: 'You may not do this.' },
  ENTITY_NOT_FOUND: { status: 404, message: 'We couldn’t find this. It may have been removed.' },
  ROUTE_NOT_FOUND: { status: 404, message: 'Cannot find this address.', error: 'Not Found' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'This file is too large.', error: 'Payload Too Large' },
  BODY_TOO_SLOW: { status: 408, message: 'Your connection is too slow for this. Nothing was saved. Please try again.' },
  UPLOAD_QUOTA: { status: 429, message: 'You’ve uploaded as much as one day allows. You can continue tomorrow.' },
  FILM_QUOTA: {
    status: 429,
    message: 'You’ve sent as many minutes of video as one day allows. You can continue tomorrow.',
  },
  /** Limit of uploads in progress for one client. */
  UPLOAD_SHARE: {
    status: 429,
    message: 'You’re uploading too much at once. Wait for something to finish, then try again.',
  },
  /** Limit of uploads in progress for all clients. */
  UPLOADS_FULL: { status: 503, message: 'Too many files are arriving right now. Please try again in a minute.' },
  STORAGE_FULL: { status: 503, message: 'We have no room for more files right now. Please try again later.' },
  /** The reply says when to retry, if known. */
  TOO_MANY_REQUESTS: { status: 429, message: 'You tried this too often.' },
  INTERNAL: { status: 500, message: 'Something went wrong, please try again later' },
  UNAVAILABLE: { status: 503, message: 'We can’t reach our data right now. Please try again in a moment.' },
  TOO_SLOW: { status: 503, message: 'This took too long, so we stopped it. Please try again in a moment.' },
  MAINTENANCE: { status: 503, message: 'We’re doing some maintenance and will be back soon.' },
  CONTACT_CLOSED: {
    status: 503,
    message: 'This site can’t receive messages yet, so yours was not sent. Please try again another day.',
  },
  COUNTRY_BLOCKED: { status: 403, message: 'This site is not available in your country.' },
  CAPTCHA_FAILED: { status: 422, message: 'We could not tell that you are human. Please try again.' },
  // identity
  /** Unknown accounts and wrong passwords get this same error. Specification 8, promises I-7. */
  INCORRECT_CREDENTIALS: { status: 422, message: 'Incorrect credentials!' },
  /** The body has `captchaRequired: true`: a retry with a solved captcha can succeed. Promises I-13. */
  CAPTCHA_REQUIRED: {
    status: 422,
    message:
      'Too many wrong passwords were tried for this account. Show that you are human, or set a new password by email.',
  },
  /** A form with a captcha sent its files before the solved captcha, so they were not accepted. */
  CAPTCHA_FIRST: {
    status: 403,
    message: 'Show that you are human first: the solved check comes before the files.',
    error: 'CAPTCHA_REQUIRED',
  },
  RESET_REQUIRED: {
    status: 422,
    message: 'Too many wrong passwords were tried for this account. Set a new password by email to log in.',
  },
  PASSWORD_TOO_WEAK: { status: 422, message: 'This password is easy to guess. Choose another one.' },
  WRONG_PASSWORD: { status: 422, message: 'The password does not match this account.' },
  EMAIL_NOT_VERIFIED: { status: 422, message: 'Please verify your email first. We sent you a link.' },
  ACCOUNT_INACTIVE: { status: 403, message: 'This account is not active.' },
  EMAIL_TAKEN: { status: 422, message: 'An account with this email already exists.' },
  USERNAME_TAKEN: { status: 422, message: 'This username is taken.' },
  /** Compatible backends reply 400 to the registration of a user, and 422 to that of a performer. */
  USERNAME_TAKEN_USER: { status: 400, message: 'This username is taken.' },
  USERNAME_RESERVED: { status: 422, message: 'This username cannot be used here.' },
  UNDER_AGE: { status: 422, message: 'You are not old enough to use this site.' },
  /** The date of birth was approved together with the creator's documents. */
  BIRTH_DATE_FIXED: {
    status: 422,
    message: 'Your date of birth was checked with your documents. Write to us to change it.',
  },
  /** The display name could be mistaken for the site or its operators. Promises F-10. */
  NAME_RESERVED: { status: 422, message: 'This name is reserved for the site itself. Please choose another one.' },
  DOCUMENTS_MISSING: { status: 404, message: 'Both documents are needed.' },
  LINK_EXPIRED: { status: 422, message: 'This link has expired or was already used. Request a new one.' },
  TWO_STEP_REQUIRED: { status: 403, message: 'Enter the code from your authenticator app.' },
  INVALID_VERIFICATION_CODE: { status: 422, message: 'This code is wrong or has expired.' },
  TWO_STEP_ACTIVE: { status: 422, message: 'Two-factor is already on.' },
  TWO_STEP_NOT_STARTED: { status: 422, message: 'Set up two-factor first.' },
  PHONE_INVALID: { status: 422, message: 'This is not a phone number we can send a text to.' },
  SMS_FAILED: { status: 400, message: 'The text could not be sent. Please try again later.' },
  CALLBACK_NOT_ALLOWED: { status: 400, message: 'This is not an address of this site.' },
  EMAIL_HAS_ACCOUNT: {
    status: 422,
    message: 'An account with this email already exists. Log in to it first, then link this log-in in your settings.',
  },
  LINKED_ELSEWHERE: { status: 422, message: 'This is already linked to another account.' },
  LAST_LOGIN_WAY: { status: 422, message: 'This is your only way to log in. Set a password first.' },
  DOCUMENT_INVALID: { status: 422, message: 'This is not a document number.' },
  DOCUMENT_TAKEN: { status: 422, message: 'An account with this document number already exists.' },
  PROVIDER_REFUSED: { status: 403, message: 'The other site could not confirm who you are.' },
  PROVIDER_UNREACHABLE: { status: 400, message: 'The other site isn’t responding. Please try again later.' },
  /** An API key was sent, and only a log-in can make this call. */
  KEY_NOT_ALLOWED: { status: 403, message: 'This can’t be done with an API key. Log in for it.' },
  /** The message names the scope. */
  KEY_SCOPE_MISSING: { status: 403, message: 'This API key lacks a scope that this call needs.' },
  TOO_MANY_API_KEYS: { status: 422, message: 'You’ve reached the maximum number of API keys. Revoke one first.' },
  FRESH_LOGIN_REQUIRED: { status: 403, message: 'Please confirm it’s you first.' },
  CONFIRMATION_MISMATCH: { status: 422, message: 'That isn’t the name of this account.' },
  ACCOUNT_CLOSING: { status: 403, message: 'This account is about to be deleted. Keep it first to do this.' },
  ACCOUNT_ERASING: {
    status: 403,
    message: 'This account is being deleted right now. It can no longer be kept.',
  },
  DELETION_MONEY_PENDING: {
    status: 422,
    message: 'Some of your earnings are still pending. Wait until they’re available.',
  },
  DELETION_ORDERS: {
    status: 422,
    message: 'You have orders that aren’t sent yet. They must be sent or refunded first.',
  },
  DELETION_MONEY_LEFT: { status: 422, message: 'There is money in your wallet. Withdraw it, or agree to lose it.' },
  DELETION_SUBSCRIBERS: { status: 422, message: 'You have subscribers who have paid for more time.' },
  /** For payments by a fan whose login method does not ask for the age. `updateMe` accepts the declaration. */
  AGE_NOT_DECLARED: { status: 403, message: 'Confirm your age on this site before you pay. You were not charged.' },
  PAYMENTS_PAUSED: {
    status: 403,
    message:
      'A payment of this account is disputed at its bank, so it can’t pay here. Please contact us. You were not charged.',
  },
  CREATOR_LEAVING: { status: 422, message: 'This creator is leaving and takes no new subscribers.' },
  EXPORT_RUNNING: { status: 409, message: 'Your archive is already being prepared.' },
  /** The `If-Match` header is not the record's current revision. */
  CONTENT_TAKEN_DOWN: {
    status: 409,
    message: 'We removed this, so it can’t be changed. You can appeal, or delete it.',
  },
  CHANGED_ELSEWHERE: { status: 409, message: 'This was changed elsewhere since you opened it.' },
  // files
  NO_FILE: { status: 400, message: 'No file arrived.' },
  INVALID_IMAGE: { status: 400, message: 'This file is not a picture we can read.' },
  INVALID_OR_MISSING_FILE: { status: 400, message: 'This file is missing or has the wrong type.' },
  INVALID_CAPTIONS: { status: 400, message: 'These are no captions. Choose a WebVTT (.vtt) or SubRip (.srt) file.' },
  UPLOAD_BUSY: { status: 423, message: 'This file is still being received. Please try again in a moment.' },
  TOO_MANY_FILES: { status: 422, message: 'You’ve reached the maximum number of files.' },
  WRONG_MEDIA_KIND: { status: 422, message: 'Choose a photo, video or audio file.' },
  // content
  INVALID_FEED_TYPE: { status: 400, message: 'This kind of post does not exist.' },
  MISSING_REQUIRED_PROPS: { status: 400, message: 'Something is missing.' },
  ALREADY_VOTED: { status: 422, message: 'You’ve already voted.' },
  ALREADY_EXPIRED_TO_VOTE: { status: 403, message: 'This poll has closed.' },
  DOCUMENTS_NOT_APPROVED: { status: 403, message: 'You can publish once your documents are approved.' },
  SUBSCRIPTION_INACTIVE: {
    status: 403,
    message: 'Please subscribe to the platform to see the content for free!',
  },
  COMMENTS_CLOSED: { status: 403, message: 'This creator takes no comments from you.' },
  // money
  NOT_ENOUGH_BALANCE: { status: 422, message: 'You don’t have enough in your wallet.' },
  /** The message names the limit and its month. */
  SPENDING_LIMIT_REACHED: {
    status: 422,
    message: 'This would pass your monthly spending limit. You were not charged.',
  },
  PRICE_OUT_OF_BOUNDS: { status: 422, message: 'This amount is outside the allowed range.' },
  PRICE_CHANGED: { status: 409, message: 'The price changed since you opened this page.' },
  NOTHING_TO_PAY: { status: 404, message: 'This has no price.' },
  STILL_PROCESSING: {
    status: 422,
    message: 'This is still being processed. You can unlock it as soon as it’s ready. You were not charged.',
  },
  FILE_BROKEN: { status: 422, message: 'This file can’t be opened, so it’s not for sale. You were not charged.' },
  ALREADY_BOUGHT: { status: 422, message: 'You already own this. You were not charged.' },
  ALREADY_SUBSCRIBED: { status: 422, message: 'You’re already subscribed. You were not charged.' },
  FREE_SUBSCRIPTION_USED: { status: 422, message: 'You’ve already used this creator’s free trial.' },
  FREE_SUBSCRIPTION_UNAVAILABLE: { status: 422, message: 'This creator offers no free trial.' },
  CARD_REQUIRED: { status: 422, message: 'Choose a card to pay with.' },
  CARD_DUPLICATE: { status: 422, message: 'This card is already saved.' },
  CARD_DECLINED: { status: 400, message: 'The bank declined the card. You were not charged.' },
  GATEWAY_FAILED: { status: 400, message: 'The payment service did not answer. You were not charged.' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'This payment was started with other details.' },
  IDEMPOTENCY_IN_FLIGHT: { status: 409, message: 'This payment is still being processed.' },
  OUT_OF_STOCK: { status: 400, message: 'Not enough left in stock.' },
  NOT_SHIPPED_THERE: { status: 422, message: 'This isn’t sent to that country.' },
  ADDRESS_REQUIRED: { status: 422, message: 'Choose an address to send this to.' },
  DOWNLOADS_USED_UP: { status: 403, message: 'The downloads that came with this purchase are used up.' },
  ORDER_NOT_EDITABLE: { status: 403, message: 'This order can no longer be changed.' },
  TOO_MANY_ADDRESSES: { status: 422, message: 'You’ve reached the maximum number of addresses.' },
  COUPON_UNUSABLE: { status: 406, message: 'This coupon is expired or used up.', error: 'Not Acceptable' },
  COUPON_DUPLICATE: { status: 409, message: 'A coupon with this code exists.', error: 'Conflict' },
  PAYOUT_PENDING: { status: 422, message: 'You already have a payout under review.' },
  PAYOUT_BELOW_MINIMUM: { status: 422, message: 'This is below the minimum payout.' },
  PAYOUT_OVER_BALANCE: { status: 422, message: 'This is more than you have available.' },
  PAYOUT_ACCOUNT_MISSING: { status: 404, message: 'Add your bank details first.' },
  /** The message says whether the payout account was added or changed. */
  PAYOUT_RESTS: { status: 422, message: payoutRestWords.changed },
  /** The message gives the operator's reason. */
  PAYOUT_HELD: { status: 422, message: 'Payouts of this account are on hold. Please contact us.' },
  PAYOUT_NOT_EDITABLE: { status: 403, message: 'This payout can no longer be changed.' },
  NO_PAYOUTS_TO_SEND: { status: 422, message: 'There is no approved payout that this file could contain.' },
  REFUND_ASKED: { status: 409, message: 'You’ve already asked for this refund.' },
  REFUND_DECIDED: { status: 409, message: 'This request has already been decided.' },
  REFUND_NOT_POSSIBLE: { status: 422, message: 'This can’t be refunded any more.' },
  // reports
  APPEAL_NOT_POSSIBLE: { status: 409, message: 'This can’t be appealed any more.' },
  APPEAL_DECIDED: { status: 409, message: 'This appeal has already been decided.' },
  OTHER_OPERATOR_NEEDED: {
    status: 403,
    message: 'You removed this, so another operator has to decide the appeal.',
  },
  /** The message gives the name. */
  REPORTER_NAMED: { status: 422, message: 'This text names someone who reported this. Take the name out.' },
  // messages, streams
  MESSAGES_CLOSED: { status: 403, message: 'You can’t message this person.' },
  MESSAGE_TO_SELF: { status: 403, message: 'You can’t message yourself.' },
  NOT_FOLLOWING: { status: 403, message: 'This is for followers and subscribers.' },
  REMOVED_FROM_SHOW: { status: 403, message: 'The host has removed you from this show.' },
  TICKET_REQUIRED: { status: 403, message: 'You need a ticket for this show.' },
  REPLAY_EXISTS: { status: 409, message: 'This show has a replay already.' },
  SHOW_RUNNING: { status: 409, message: 'Another show is running. End it first.' },
  REQUEST_OVER: { status: 409, message: 'This request is over.' },
  CHAT_MUTED: { status: 403, message: 'The host has muted you for now.' },
  CHAT_TOO_FAST: { status: 422, message: 'The chat is in slow mode. Wait a moment before you write again.' },
  CHAT_LIMITED: { status: 403, message: 'Only some people can write in this chat right now.' },
  CHAT_EMOTES_ONLY: { status: 422, message: 'Only emoji can be sent in this chat right now.' },
  STREAM_OFFLINE: { status: 422, message: 'This show isn’t live right now.' },
  NOT_SUBSCRIBED: { status: 403, message: 'This is for subscribers only.' },
  STRIPE_COUNTRY_UNSUPPORTED: { status: 422, message: 'Stripe doesn’t pay to accounts in your country from here.' },
  /** The message says which bound. */
  SETTING_REFUSED: { status: 422, message: 'This value is outside the bounds of the setting.' },
  /** The message names both settings. */
  SETTING_CONFLICT: { status: 422, message: 'This value contradicts another setting.' },
  WEBHOOK_ADDRESS_REFUSED: {
    status: 422,
    message: 'Webhooks go to https addresses on the internet only. Check the address.',
  },
  WEBHOOK_OFF: { status: 422, message: 'This endpoint is turned off. Turn it on first.' },
  TOO_MANY_WEBHOOKS: { status: 422, message: 'You’ve reached the maximum number of endpoints. Remove one first.' },
  SLUG_TAKEN: { status: 422, message: 'A page with this address exists. Choose another one.' },
  COUPON_TAKEN: { status: 422, message: 'A coupon with this code exists. Choose another one.' },
  OPERATOR_ACCOUNT: {
    status: 422,
    message: 'This account has a role in the console. An owner has to remove the role first.',
  },
  LAST_OWNER: { status: 422, message: 'A site needs at least one owner.' },
  PROVIDER_NOT_CONFIGURED: { status: 400, message: 'This is not available on this site.' },
} as const satisfies Record<string, { status: number; message: string; error?: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** `message` is a list of sentences if validation failed. Wire contract 1.3. */
export interface ErrorBody {
  statusCode: number;
  message: string | string[];
  error?: string;
  /** Id of the request in the server's log, for support. Our extension. */
  requestId?: string;
}
