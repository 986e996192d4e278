import { definePage } from '@/composition/define-page';
import { postSalesFeature } from '@/features/money/post-sales/post-sales-feature';
import { studioFeature } from '@/features/content/studio/studio-feature';
import { postsRequested } from '@/features/content/studio/studio-slice';
import { readMyPostsQuery, toPostQuery } from '@/screens/content/my-posts-query';
import { MyPostsScreen } from '@/screens/content/my-posts-screen';

export default definePage(MyPostsScreen, {
  layout: 'primary',
  onlyPerformer: true,
  features: [studioFeature, postSalesFeature],
  load: ({ query }) => [postsRequested(toPostQuery(readMyPostsQuery(query)))],
});
