import { definePage } from '@/composition/define-page';
import { listOpened } from '@/features/content/item/item-slice';
import { savedCreators } from '@/features/content/reaction/reaction-feature';
import { BookmarksScreen, readSavedTab, savedList } from '@/screens/content/bookmarks-screen';
import { itemFeatures } from '@/screens/content/item-page';

export default definePage(BookmarksScreen, {
  layout: 'primary',
  authenticate: true,
  features: itemFeatures,
  load({ query }) {
    const tab = readSavedTab(query);
    return [tab === 'creators' ? savedCreators.requested({}) : listOpened(savedList(tab))];
  },
});
