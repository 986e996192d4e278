/**
 * The error catalogue: every failure the API names, its HTTP status and the text a person reads.
 * `error` is the wire's `error` member where the existing family has one; other codes go out as they are named here.
 * Source: wire contract 1.3, specification 8.
 */
export const errorCatalogue = {
  // every call
  VALIDATION_FAILED: { status: 400, message: 'Please check what you entered.', error: 'Bad Request' },
  UNAUTHORIZED: { status: 401, message: 'Unauthorized' },
  TOKEN_EXPIRED: { status: 401, message: 'Your token is expired, please reload a page' },
  FORBIDDEN_ROLE: { status: 403, message: 'Forbidden resource', error: 'Forbidden' },
  FORBIDDEN: { status: 403, message: 'You may not do this.' },
  ENTITY_NOT_FOUND: { status: 404, message: 'This is not here, or no longer.' },
  ROUTE_NOT_FOUND: { status: 404, message: 'Cannot find this address.', error: 'Not Found' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'This file is too large.', error: 'Payload Too Large' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too Many Requests' },
  INTERNAL: { status: 500, message: 'Something went wrong, please try again later' },
  MAINTENANCE: { status: 503, message: 'We are moving things around and will be back soon.' },
  COUNTRY_BLOCKED: { status: 403, message: 'This site is not available where you are.' },
  CAPTCHA_FAILED: { status: 422, message: 'We could not tell that you are human. Please try again.' },
  // identity
  /** One answer to an unknown account and to a wrong password. Specification 8, promises I-7. */
  INCORRECT_CREDENTIALS: { status: 422, message: 'Incorrect credentials!' },
  WRONG_PASSWORD: { status: 422, message: 'The password does not match this account.' },
  EMAIL_NOT_VERIFIED: { status: 422, message: 'Please confirm your e-mail first: we sent you a link.' },
  ACCOUNT_INACTIVE: { status: 403, message: 'This account is not active.' },
  EMAIL_TAKEN: { status: 422, message: 'An account with this e-mail exists already.' },
  USERNAME_TAKEN: { status: 422, message: 'This username is taken.' },
  /** The user registration of the family answers 400 here, the performer one 422. */
  USERNAME_TAKEN_USER: { status: 400, message: 'This username is taken.' },
  USERNAME_RESERVED: { status: 422, message: 'This username cannot be used here.' },
  DOCUMENTS_MISSING: { status: 404, message: 'Both documents are needed.' },
  LINK_EXPIRED: { status: 422, message: 'This link has expired or was used already. Ask for a new one.' },
  TWO_STEP_REQUIRED: { status: 403, message: 'Enter the code from your authenticator app.' },
  INVALID_VERIFICATION_CODE: { status: 422, message: 'This code is not right, or no longer.' },
  TWO_STEP_ACTIVE: { status: 422, message: 'Two-step log-in is on already.' },
  TWO_STEP_NOT_STARTED: { status: 422, message: 'Begin with setting up two-step log-in.' },
  PHONE_INVALID: { status: 422, message: 'This is not a phone number we can send a text to.' },
  SMS_FAILED: { status: 400, message: 'The text could not be sent. Please try again later.' },
  CALLBACK_NOT_ALLOWED: { status: 400, message: 'This is not an address of this site.' },
  EMAIL_HAS_ACCOUNT: {
    status: 422,
    message:
      'An account with this e-mail exists already. Log in to it first, then link the other one in your settings.',
  },
  LINKED_ELSEWHERE: { status: 422, message: 'This opens another account already.' },
  LAST_LOGIN_WAY: { status: 422, message: 'This is the last way to log in. Set a password first.' },
  DOCUMENT_INVALID: { status: 422, message: 'This is not a document number.' },
  DOCUMENT_TAKEN: { status: 422, message: 'An account with this document number exists already.' },
  PROVIDER_REFUSED: { status: 403, message: 'The other site did not confirm who you are.' },
  PROVIDER_UNREACHABLE: { status: 400, message: 'The other site does not answer. Please try again later.' },
  FRESH_LOGIN_REQUIRED: { status: 403, message: 'Please confirm first that it is you.' },
  CONFIRMATION_MISMATCH: { status: 422, message: 'What you typed is not the name of this account.' },
  ACCOUNT_CLOSING: { status: 403, message: 'This account is about to be deleted. Keep it first to do this.' },
  DELETION_MONEY_PENDING: {
    status: 422,
    message: 'Earnings of yours are still being held. Wait until they are released.',
  },
  DELETION_MONEY_LEFT: { status: 422, message: 'There is money in your wallet. Have it paid out, or give it up.' },
  DELETION_SUBSCRIBERS: { status: 422, message: 'You have subscribers whose paid time still runs.' },
  CREATOR_LEAVING: { status: 422, message: 'This creator is leaving and takes no new subscribers.' },
  EXPORT_RUNNING: { status: 409, message: 'Your data is being packed already.' },
  // files
  NO_FILE: { status: 400, message: 'No file arrived.' },
  INVALID_IMAGE: { status: 400, message: 'This file is not a picture we can read.' },
  INVALID_OR_MISSING_FILE: { status: 400, message: 'This file is missing or of the wrong kind.' },
  TOO_MANY_FILES: { status: 422, message: 'There are as many files as there may be.' },
  WRONG_MEDIA_KIND: { status: 422, message: 'This file is of the wrong kind here.' },
  // content
  INVALID_FEED_TYPE: { status: 400, message: 'This kind of post does not exist.' },
  MISSING_REQUIRED_PROPS: { status: 400, message: 'Something needed is missing.' },
  ALREADY_VOTED: { status: 422, message: 'You have voted already.' },
  ALREADY_EXPIRED_TO_VOTE: { status: 403, message: 'This poll has closed.' },
  DOCUMENTS_NOT_APPROVED: { status: 403, message: 'You can publish once your documents are approved.' },
  SUBSCRIPTION_INACTIVE: {
    status: 403,
    message: 'Please subscribe to the platform to see the content for free!',
  },
  COMMENTS_CLOSED: { status: 403, message: 'This creator takes no comments from you.' },
  // money
  NOT_ENOUGH_BALANCE: { status: 422, message: 'There is not enough in your wallet.' },
  PRICE_OUT_OF_BOUNDS: { status: 422, message: 'This amount is outside the allowed range.' },
  PRICE_CHANGED: { status: 409, message: 'The price changed since you opened this page.' },
  NOTHING_TO_PAY: { status: 404, message: 'This has no price.' },
  ALREADY_BOUGHT: { status: 422, message: 'You own this already. You were not charged.' },
  ALREADY_SUBSCRIBED: { status: 422, message: 'You are subscribed already. You were not charged.' },
  FREE_SUBSCRIPTION_USED: { status: 422, message: 'You have used the free trial of this creator.' },
  FREE_SUBSCRIPTION_UNAVAILABLE: { status: 422, message: 'This creator offers no free trial.' },
  CARD_REQUIRED: { status: 422, message: 'Choose a card to pay with.' },
  CARD_DUPLICATE: { status: 422, message: 'This card is saved already.' },
  CARD_DECLINED: { status: 400, message: 'The bank declined the card. You were not charged.' },
  GATEWAY_FAILED: { status: 400, message: 'The payment service did not answer. You were not charged.' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'This payment was started with other details.' },
  IDEMPOTENCY_IN_FLIGHT: { status: 409, message: 'This payment is being worked on.' },
  OUT_OF_STOCK: { status: 400, message: 'There are not that many left.' },
  TOO_MANY_ADDRESSES: { status: 422, message: 'There are as many addresses as one account may keep.' },
  COUPON_UNUSABLE: { status: 406, message: 'This coupon is expired or used up.', error: 'Not Acceptable' },
  COUPON_DUPLICATE: { status: 409, message: 'A coupon with this code exists.', error: 'Conflict' },
  PAYOUT_PENDING: { status: 422, message: 'Another payout waits for review.' },
  PAYOUT_BELOW_MINIMUM: { status: 422, message: 'This is below the smallest payout.' },
  PAYOUT_OVER_BALANCE: { status: 422, message: 'This is more than you have available.' },
  PAYOUT_ACCOUNT_MISSING: { status: 404, message: 'Add where to send the money first.' },
  PAYOUT_NOT_EDITABLE: { status: 403, message: 'This payout can no longer be changed.' },
  // messages, streams
  MESSAGES_CLOSED: { status: 403, message: 'They take no messages from you.' },
  MESSAGE_TO_SELF: { status: 403, message: 'You cannot write to yourself.' },
  STREAM_OFFLINE: { status: 422, message: 'This show is not live now.' },
  NOT_SUBSCRIBED: { status: 403, message: 'This is for subscribers.' },
  PROVIDER_NOT_CONFIGURED: { status: 400, message: 'This service is not set up here.' },
} as const satisfies Record<string, { status: number; message: string; error?: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** Body of every refused call. `message` is a list of sentences when validation failed. Wire contract 1.3. */
export interface ErrorBody {
  statusCode: number;
  message: string | string[];
  error?: string;
  /** What the server's log calls this request; ours, for people who ask for help. */
  requestId?: string;
}
