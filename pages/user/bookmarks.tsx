import { definePage } from '@/composition/define-page';
import { listOpened } from '@/features/feed/feed-slice';
import { savedCreatorsRequested } from '@/features/reaction/reaction-slice';
import { readBookmarksTab, savedPostsKey } from '@/screens/bookmarks-query';
import { BookmarksScreen } from '@/screens/bookmarks-screen';
import { postFeatures } from '@/screens/post-features';

export default definePage(BookmarksScreen, {
  layout: 'primary',
  authenticate: true,
  features: postFeatures,
  load: ({ query }) =>
    readBookmarksTab(query) === 'creators' ? [savedCreatorsRequested({})] : [listOpened({ key: savedPostsKey })],
});
