export type Audience = 'subscribers' | 'sale' | 'free' | 'everyone';

/** Who a post is for, in a word or two; the same on posts, in lists and in the composer. */
export const audienceLabels: Record<Audience, string> = {
  subscribers: 'Subscribers',
  sale: 'For sale',
  free: 'Site members',
  everyone: 'Public',
};

/** @param post as sent; what is for sale at no price is for everybody. Wire contract 3.2 */
export function getAudience(post: { isSale: boolean; price?: number | null; isFree?: boolean }): Audience {
  if (post.isSale) return post.price ? 'sale' : 'everyone';
  return post.isFree ? 'free' : 'subscribers';
}
