import { paths } from '@/config/paths';
import type { Performer } from '@/features/identity/performer/performer-slice';
import type { Thing } from '../../site/structured-data';

/** A creator's page for search engines. @param siteUrl without a slash at its end. */
export function profileThing(performer: Performer, siteUrl: string): Thing {
  const url = siteUrl + paths.profile(performer.username || performer._id);
  return {
    '@type': 'ProfilePage',
    url,
    dateCreated: performer.createdAt,
    mainEntity: {
      '@type': 'Person',
      '@id': url,
      url,
      name: performer.name,
      alternateName: `@${performer.username}`,
      description: performer.bio || performer.headline || undefined,
      ...(performer.avatar && { image: new URL(performer.avatar, siteUrl).href }),
      interactionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/FollowAction',
        userInteractionCount: performer.stats.followers,
      },
    },
  };
}
