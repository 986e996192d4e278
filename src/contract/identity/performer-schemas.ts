import { z } from 'zod';
import {
  Deleted,
  DollarsText,
  Flag,
  ListQuery,
  NumberText,
  ObjectId,
  UploadReply,
  byId,
  byKey,
  each,
  getList,
  getPage,
} from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import {
  CountryCode,
  CurrentPassword,
  DateText,
  Email,
  HttpUrl,
  NewPassword,
  PriceText,
  Username,
  absentIfEmpty,
  clearable,
  line,
  requiredLine,
  requiredText,
  text,
} from '../base/field-schemas';
import {
  BankingInformation,
  Gender,
  PaymentGatewaySetting,
  PerformerDetails,
  PerformerMe,
  PerformerSearch,
  StreamingStatus,
  bodyTraits,
} from './people-schemas';
import type { performerRoutes } from './performer-routes';

/** Set at sign-up (as form text) and editable later (as JSON). Wire contract 2.1, 2.3. */
export const performerProfileFields = {
  ...each(bodyTraits, clearable(text(60))),
  firstName: clearable(line(100)),
  lastName: clearable(line(100)),
  phone: clearable(line(40)),
  phoneCode: clearable(line(8)),
  country: clearable(CountryCode),
  city: clearable(line(100)),
  state: clearable(line(100)),
  zipcode: clearable(line(20)),
  address: clearable(line(300)),
  languages: getList(text(10)).optional(),
  categoryIds: getList(text(60)).optional(),
  bio: clearable(text(2000)),
  dateOfBirth: clearable(DateText),
  isFreeSubscription: Flag.optional(),
  durationFreeSubscriptionDays: NumberText.pipe(z.number().int().min(1).max(365)).optional(),
  monthlyPrice: PriceText.optional(),
  yearlyPrice: PriceText.optional(),
  publicChatPrice: PriceText.optional(),
};

const PerformerUpdate = z.object({
  ...performerProfileFields,
  name: absentIfEmpty(line(100)),
  username: absentIfEmpty(Username),
  email: absentIfEmpty(Email),
  gender: clearable(Gender),
  /** Clients send it with every update, empty if unchanged. Wire contract 2.3. */
  password: absentIfEmpty(NewPassword),
  /** Our extension: confirms a new email or password. */
  currentPassword: CurrentPassword,
  activateWelcomeVideo: Flag.optional(),
  /** Sent to new subscribers, with the welcome message files. Assumed. */
  welcomeMessage: clearable(text(2000)),
  /** Our extension: one line for the creator card, and external links. */
  headline: clearable(line(120)),
  socialLinks: z
    .array(z.object({ label: requiredLine(40), url: HttpUrl }))
    .max(10)
    .optional(),
});

const PerformerFilter = ListQuery.extend({
  gender: Gender.optional(),
  country: line(2).optional(),
  /** Ages in years, as `from_to`. */
  age: z
    .string()
    .regex(/^\d{1,3}_\d{1,3}$/)
    .optional(),
  fromAge: DateText.optional(),
  toAge: DateText.optional(),
  isFreeSubscription: Flag.optional(),
  isFeatured: Flag.optional(),
  followed: Flag.optional(),
  categoryIds: getList(text(60)).optional(),
  performerIds: getList(ObjectId).optional(),
  streamingStatus: StreamingStatus.optional(),
  status: text(40).optional(),
  ...each(['height', 'weight', 'hair', 'eyes', 'butt', 'ethnicity', 'bodyType'], text(60).optional()),
  sexualOrientation: text(60).optional(),
  /** Our extension: filters that compatible backends lack. Decisions 4. */
  isOnline: Flag.optional(),
  live: Flag.optional(),
  language: text(10).optional(),
  minPrice: DollarsText.optional(),
  maxPrice: DollarsText.optional(),
});

const BankingUpdate = z.object({
  performerId: ObjectId,
  firstName: requiredLine(100),
  lastName: requiredLine(100),
  bankName: requiredLine(200),
  bankAccount: requiredText(60),
  SSN: clearable(text(40)),
  bankRouting: clearable(text(60)),
  bankSwiftCode: clearable(text(20)),
  address: clearable(line(300)),
  city: clearable(line(100)),
  state: clearable(line(100)),
  country: clearable(line(100)),
});

const gatewayOwner = { performerId: ObjectId.optional(), status: z.enum(['active', 'inactive']).optional() };

const PaymentGatewayUpdate = z.discriminatedUnion('key', [
  z.object({ ...gatewayOwner, key: z.literal('paypal'), value: z.object({ email: Email }) }),
  z.object({ ...gatewayOwner, key: z.literal('ccbill'), value: z.record(text(60), text(200)) }),
]);

const documentKinds = { kinds: ['image', 'document'] } as const;

export const performerSchemas = {
  searchPerformers: {
    summary: 'Find performers; sortBy also takes online, live, latest, oldest, popular, trending (ours)',
    mark: 'seen',
    query: PerformerFilter,
    data: getPage(PerformerSearch),
  },
  listRandomPerformers: {
    summary: 'A random sample of at most 50 active performers, without a total',
    mark: 'seen',
    query: PerformerFilter,
    data: z.object({ data: z.array(PerformerSearch) }),
  },
  listTopPerformers: {
    summary: 'Performers by score, subscribers, views, all descending',
    mark: 'seen',
    query: ListQuery.extend({ gender: Gender.optional() }),
    data: getPage(PerformerSearch),
  },
  getMyPerformer: {
    summary: 'The calling performer',
    mark: 'seen',
    data: PerformerMe,
  },
  getPerformer: {
    ...byKey,
    /** A username given up less than 90 days ago finds its former owner, whose new `username` is returned. Our extension. */
    summary: 'A profile by id or username; suspended and blocked ones do not exist',
    data: PerformerDetails,
  },
  updatePerformer: {
    ...byId,
    summary: "Change the caller's own profile",
    body: PerformerUpdate,
    data: PerformerMe,
    errors: [
      'FORBIDDEN',
      'UNDER_AGE',
      'BIRTH_DATE_FIXED',
      'EMAIL_TAKEN',
      'USERNAME_TAKEN',
      'USERNAME_RESERVED',
      'PRICE_OUT_OF_BOUNDS',
      'FRESH_LOGIN_REQUIRED',
      'WRONG_PASSWORD',
    ],
  },
  updateBankingSettings: {
    ...byId,
    summary: 'Where payouts by bank go',
    body: BankingUpdate,
    data: BankingInformation,
    errors: ['FORBIDDEN', 'FRESH_LOGIN_REQUIRED'],
  },
  updatePaymentGatewaySettings: {
    ...byId,
    summary: 'Where payouts by PayPal or CCBill go',
    body: PaymentGatewayUpdate,
    data: PaymentGatewaySetting,
    errors: ['FORBIDDEN', 'FRESH_LOGIN_REQUIRED'],
  },
  uploadPerformerAvatar: {
    summary: "Replace the caller's avatar",
    mark: 'seen',
    files: { avatar: { kinds: ['image'], required: true } },
    data: UploadReply,
    errors: ['NO_FILE', 'INVALID_IMAGE'],
  },
  uploadPerformerCover: {
    summary: "Replace the caller's cover",
    mark: 'seen',
    files: { cover: { kinds: ['image'], required: true } },
    data: UploadReply,
    errors: ['NO_FILE', 'INVALID_IMAGE'],
  },
  uploadWelcomeVideo: {
    summary: 'Replace the welcome video; conversion is queued',
    mark: 'seen',
    files: { 'welcome-video': { kinds: ['video'], required: true } },
    data: UploadReply,
    errors: ['NO_FILE', 'INVALID_OR_MISSING_FILE'],
  },
  uploadDocument: {
    summary: 'Replace one identity document',
    mark: 'seen',
    params: z.object({ type: z.enum(['idVerification', 'documentVerification']) }),
    files: { file: { ...documentKinds, required: true } },
    data: UploadReply,
    errors: ['NO_FILE', 'INVALID_OR_MISSING_FILE'],
  },
  uploadDocuments: {
    summary: 'Replace one or both identity documents; replies the last one stored',
    mark: 'seen',
    files: { idVerification: documentKinds, documentVerification: documentKinds },
    data: UploadReply,
    errors: ['DOCUMENTS_MISSING', 'INVALID_OR_MISSING_FILE'],
  },
  uploadWelcomeMessagePhoto: {
    summary: 'Add a picture to the message for new subscribers',
    mark: 'assumed',
    files: { 'welcome-message-photo': { kinds: ['image'], required: true, aliases: ['file'] } },
    data: UploadReply,
    errors: ['NO_FILE', 'INVALID_IMAGE', 'TOO_MANY_FILES'],
  },
  uploadWelcomeMessageVideo: {
    summary: 'Add a video to the message for new subscribers; conversion is queued',
    mark: 'assumed',
    files: { 'welcome-message-video': { kinds: ['video'], required: true, aliases: ['file'] } },
    data: UploadReply,
    errors: ['NO_FILE', 'INVALID_OR_MISSING_FILE', 'TOO_MANY_FILES'],
  },
  deleteWelcomeMessageFile: {
    ...byId,
    summary: 'Take a file out of the message for new subscribers',
    mark: 'assumed',
    data: Deleted,
  },
  deletePerformerCover: {
    summary: "Take the caller's cover away",
    mark: 'assumed',
    data: PerformerMe,
  },
  deleteWelcomeVideo: {
    summary: 'Take the welcome video away, and switch it off',
    mark: 'assumed',
    data: PerformerMe,
  },
} satisfies SchemasFor<typeof performerRoutes>;
