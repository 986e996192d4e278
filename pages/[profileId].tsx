import { definePage } from '@/composition/define-page';
import { listOpened } from '@/features/content/item/item-slice';
import { performerFeature } from '@/features/identity/performer/performer-feature';
import { categoriesRequested, profileRequested, selectAddress } from '@/features/identity/performer/performer-slice';
import { itemFeatures } from '@/screens/content/item-page';
import { movedProfilePath, readProfileQuery, tabLists } from '@/screens/content/profile-query';
import { ProfileScreen } from '@/screens/content/profile-screen';

export default definePage(ProfileScreen, {
  layout: 'public',
  features: [performerFeature, ...itemFeatures],
  load({ query }) {
    const { address, tab } = readProfileQuery(query);
    return [profileRequested({ address }), ...(tab === 'about' ? [categoriesRequested()] : [])];
  },
  loadNext({ query, state }) {
    const id = selectAddress(readProfileQuery(query).address)(state)?.id;
    return id === undefined ? [] : tabLists(id, query).map((list) => listOpened(list));
  },
  movedTo({ query, state }) {
    const id = selectAddress(readProfileQuery(query).address)(state)?.id;
    return movedProfilePath(query, id === undefined ? undefined : state.performer.profiles[id]);
  },
  isMissing: ({ query, state }) => selectAddress(readProfileQuery(query).address)(state)?.status === 'missing',
});
