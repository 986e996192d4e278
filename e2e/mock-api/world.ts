import type { World } from './state';

/** A backend with nobody in it. Connections that are open stay so. */
export function emptyWorld({ profile, url, siteUrl, io }: Pick<World, 'profile' | 'url' | 'siteUrl' | 'io'>): World {
  return {
    profile,
    url,
    siteUrl,
    io,
    people: new Map(),
    sessions: new Map(),
    files: new Map(),
    feeds: [],
    assets: [],
    products: [],
    polls: [],
    comments: [],
    reactions: [],
    follows: [],
    blocks: [],
    subscriptions: [],
    charges: [],
    transactions: [],
    conversations: [],
    messages: [],
    notifications: [],
    addresses: [],
    cards: [],
    reports: [],
    posts: [],
    coupons: [],
    settings: {},
    log: [],
    faults: [],
    orders: [],
    payouts: [],
    holes: new Map(),
  };
}
