import { definePage } from '@/composition/define-page';
import { listOpened } from '@/features/content/feed/feed-slice';
import { savedCreators } from '@/features/content/reaction/reaction-slice';
import { readBookmarksTab, savedPostsKey } from '@/screens/content/bookmarks-query';
import { BookmarksScreen } from '@/screens/content/bookmarks-screen';
import { postFeatures } from '@/screens/content/post-features';

export default definePage(BookmarksScreen, {
  layout: 'primary',
  authenticate: true,
  features: postFeatures,
  load: ({ query }) =>
    readBookmarksTab(query) === 'creators' ? [savedCreators.requested({})] : [listOpened({ key: savedPostsKey })],
});
