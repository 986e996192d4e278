import { definePage } from '@/composition/define-page';
import { commentFeature } from '@/features/comment/comment-feature';
import { feedFeature } from '@/features/feed/feed-feature';
import { listOpened } from '@/features/feed/feed-slice';
import { performerFeature } from '@/features/performer/performer-feature';
import { categoriesRequested, profileRequested, selectAddress } from '@/features/performer/performer-slice';
import { reactionFeature } from '@/features/reaction/reaction-feature';
import { reportFeature } from '@/features/report/report-feature';
import { profileListKey, readProfileQuery } from '@/screens/profile-query';
import { ProfileScreen } from '@/screens/profile-screen';

export default definePage(ProfileScreen, {
  layout: 'public',
  features: [performerFeature, feedFeature, reactionFeature, commentFeature, reportFeature],
  load({ query }) {
    const { address, tab } = readProfileQuery(query);
    return [profileRequested({ address }), ...(tab === 'about' ? [categoriesRequested()] : [])];
  },
  loadNext({ query, state }) {
    const { address, tab, show } = readProfileQuery(query);
    const id = selectAddress(address)(state)?.id;
    return id && tab === 'posts' ? [listOpened({ key: profileListKey(id, show) })] : [];
  },
  isMissing: ({ query, state }) => selectAddress(readProfileQuery(query).address)(state)?.status === 'missing',
});
