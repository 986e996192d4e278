import { randomBytes, randomInt } from 'node:crypto';
import type { Server as SocketServer } from 'socket.io';
import type { Fault } from './faults';
import type { Hole } from './holes';
import type { Profile } from './profiles';

export interface Stored {
  _id: string;
  createdAt: string;
  updatedAt: string;
}

export interface Person extends Stored {
  isPerformer: boolean;
  name: string;
  firstName?: string;
  lastName?: string;
  username: string;
  email: string;
  password: string;
  phone?: string;
  gender?: string;
  country?: string;
  avatar: string;
  cover: string;
  status: 'active' | 'inactive';
  balance: number;
  verifiedEmail: boolean;
  /** The fields of a creator's page that PUT /performers/{id} takes. */
  page: Record<string, unknown> & { monthlyPrice: number; yearlyPrice: number; verifiedDocument: boolean };
  blockedCountries: string[];
  views: number;
}

export interface StoredFile extends Stored {
  type: string;
  name: string;
  mimeType: string;
  bytes: Buffer;
  width?: number;
  height?: number;
  duration?: number;
  /** Epoch milliseconds at which conversion is done. */
  readyAt?: number;
  refItems: { itemId: string; itemType: string }[];
}

export interface Feed extends Stored {
  fromSourceId: string;
  type: string;
  slug: string;
  title?: string;
  text: string;
  fileIds: string[];
  thumbnailId?: string;
  teaserId?: string;
  pollIds: string[];
  pollDescription?: string;
  pollExpiredAt?: string;
  isSale: boolean;
  price: number;
  status: string;
  streamingScheduled?: string;
}

export interface Asset extends Stored {
  kind: 'video' | 'gallery';
  fromSourceId: string;
  title: string;
  slug: string;
  description: string;
  isSale: boolean;
  price: number;
  fileIds: string[];
  status?: string;
  /** As sent by the form: a list, or a single text. */
  tags?: unknown;
  thumbnailId?: string;
  teaserId?: string;
  /** A gallery's cover; by default its first photo. */
  coverId?: string;
}

export interface Product extends Stored {
  fromSourceId: string;
  name: string;
  slug: string;
  description: string;
  type: string;
  status: string;
  price: number;
  stock: number;
  imageId?: string;
  digitalFileId?: string;
}

export interface Order extends Stored {
  orderNumber: string;
  transactionId: string;
  performerId: string;
  userId: string;
  productId: string;
  quantity: number;
  unitPrice: number;
  totalPrice: number;
  deliveryStatus: string;
  shippingCode: string;
  deliveryAddressId?: string;
  deliveryAddress?: string;
}

export interface Payout extends Stored {
  source: string;
  sourceId: string;
  requestTokens: number;
  tokenConversionRate: number;
  paymentAccountType: string;
  requestNote: string;
  adminNote: string;
  status: string;
  payoutId?: string;
}

export interface Poll extends Stored {
  description: string;
  expiredAt?: string;
  createdBy: string;
  refId?: string;
  votes: string[];
}

export interface Link extends Stored {
  from: string;
  to: string;
}

export interface Reaction extends Stored {
  action: string;
  objectId: string;
  objectType: string;
  createdBy: string;
}

export interface Comment extends Stored {
  content: string;
  objectId: string;
  objectType: string;
  recipientId: string;
  createdBy: string;
}

export interface Subscription extends Stored {
  subscriptionType: string;
  userId: string;
  performerId: string;
  paymentGateway: string;
  status: string;
  startRecurringDate?: string;
  nextRecurringDate?: string;
  expiredAt: string;
  usedFreeSubscription: boolean;
}

export interface Charge extends Stored {
  sourceId: string;
  target: string;
  targetId: string;
  performerId: string;
  type: string;
  products: object[];
  totalPrice: number;
  netPrice: number;
  status: string;
}

export interface Transaction extends Stored {
  paymentGateway: string;
  sourceId: string;
  target: string;
  targetId: string;
  performerId?: string;
  type: string;
  products: object[];
  originalPrice: number;
  totalPrice: number;
  couponInfo: object | null;
  status: string;
}

export interface Conversation extends Stored {
  type: string;
  recipients: { source: 'user' | 'performer'; sourceId: string }[];
  lastMessage: string;
  lastSenderId?: string;
  lastMessageCreatedAt?: string;
  unseen: Record<string, number>;
}

export interface Message extends Stored {
  conversationId: string;
  senderId: string;
  senderSource: 'user' | 'performer';
  type: string;
  text: string;
  fileIds: string[];
  isSale?: boolean;
  price?: number;
}

export interface Stream extends Stored {
  performerId: string;
  title: string;
  description: string;
  isFree: boolean;
  price: number;
  type: string;
  sessionId: string;
  isStreaming: 0 | 1;
  streamingTime: number;
  lastStreamingTime?: string;
  conversationId: string;
  viewers: Set<string>;
}

export interface Notification extends Stored {
  userId: string;
  type: string;
  action: string;
  title: string;
  message: string;
  refId: string;
  refSource: string;
  createdBy: string;
  read: boolean;
}

export type Row = Stored & { ownerId: string } & Record<string, unknown>;

export interface CallRecord {
  at: number;
  method: string;
  path: string;
  /** Pattern such as `/user/feeds/:id`; null if this API variant has no such call. */
  route: string | null;
  role: 'anonymous' | 'user' | 'performer' | 'refused';
  personId?: string;
  token?: string;
  /** 0 if the connection was cut before the call took effect. */
  status: number;
  isLost?: boolean;
  query: string;
  body: unknown;
  hasIdempotencyKey: boolean;
}

export interface World {
  profile: Profile;
  url: string;
  /** URL of the web app, which gateways redirect to. */
  siteUrl: string;
  io?: SocketServer;
  people: Map<string, Person>;
  sessions: Map<string, { personId: string; expiresAt: number }>;
  files: Map<string, StoredFile>;
  feeds: Feed[];
  assets: Asset[];
  products: Product[];
  orders: Order[];
  payouts: Payout[];
  polls: Poll[];
  comments: Comment[];
  reactions: Reaction[];
  follows: Link[];
  blocks: Link[];
  subscriptions: Subscription[];
  charges: Charge[];
  transactions: Transaction[];
  conversations: Conversation[];
  messages: Message[];
  streams: Stream[];
  notifications: Notification[];
  addresses: Row[];
  cards: Row[];
  reports: Row[];
  posts: Row[];
  coupons: Row[];
  settings: Record<string, unknown>;
  log: CallRecord[];
  faults: Fault[];
  holes: Map<string, Hole>;
}

const makeId = (): string => randomBytes(12).toString('hex');

/** Each time is later than the last, so that sorting by time is unambiguous. */
let lastMoment = 0;
export function stamp(): Stored {
  lastMoment = Math.max(Date.now(), lastMoment + 1);
  const now = new Date(lastMoment).toISOString();
  return { _id: makeId(), createdAt: now, updatedAt: now };
}

export const daysFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

export const dollars = (sum: number): number => Math.round(sum * 100) / 100;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An account keeps the same token while it is valid. Wire contract 1.4. */
export function openSession({ sessions, profile }: World, personId: string, remember: boolean): string {
  const expiresAt = Date.now() + (remember ? 30 : 1) * 86_400_000;
  const known = [...sessions].find(([, session]) => session.personId === personId);
  const token = known?.[0] ?? makeToken(profile, personId);
  sessions.set(token, { personId, expiresAt });
  return token;
}

function makeToken({ token }: Profile, personId: string): string {
  if (token === 'opaque') return Array.from({ length: 15 }, () => letters[randomInt(letters.length)]).join('');
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
  const head = part({ alg: 'HS256', typ: 'JWT' });
  return `${head}.${part({ authId: personId, iat: Math.floor(Date.now() / 1000) })}.${randomBytes(32).toString('base64url')}`;
}

export function findByToken({ sessions, people }: World, token: string | undefined): Person | undefined {
  const session = sessions.get(token ?? '');
  const person = session && session.expiresAt > Date.now() ? people.get(session.personId) : undefined;
  return person?.status === 'active' ? person : undefined;
}

export function findPerson({ people }: World, key: string | undefined): Person | undefined {
  return people.get(key ?? '') ?? [...people.values()].find(({ username }) => username === key);
}

export const isLinked = (links: Link[], from: string | undefined, to: string): boolean =>
  links.some((link) => link.from === from && link.to === to);

/** Access lasts until the end of the paid day, whatever the subscription's status. Wire contract 3.16. */
export const isSubscribed = ({ subscriptions }: World, userId: string | undefined, performerId: string): boolean =>
  subscriptions.some(
    (one) =>
      one.userId === userId &&
      one.performerId === performerId &&
      one.status !== 'created' &&
      Date.parse(one.expiredAt) > Date.now(),
  );

export const isBought = ({ charges }: World, userId: string | undefined, targetId: string): boolean =>
  charges.some((charge) => charge.sourceId === userId && charge.targetId === targetId && charge.status === 'success');
