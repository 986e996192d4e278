export type Audience = 'subscribers' | 'sale' | 'free' | 'everyone';

export const audienceLabels: Record<Audience, string> = {
  subscribers: 'Subscribers',
  sale: 'For sale',
  free: 'Site members',
  everyone: 'Public',
};

/** Everyone can open items that are for sale without a price. Wire contract 3.2. */
export function getAudience(post: { isSale: boolean; price?: number | null; isFree?: boolean }): Audience {
  if (post.isSale) return post.price ? 'sale' : 'everyone';
  return post.isFree ? 'free' : 'subscribers';
}
