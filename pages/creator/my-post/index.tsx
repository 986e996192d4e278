import { definePage } from '@/composition/define-page';
import { postSalesFeature } from '@/features/post-sales/post-sales-feature';
import { studioFeature } from '@/features/studio/studio-feature';
import { postsRequested } from '@/features/studio/studio-slice';
import { readMyPostsQuery, toPostQuery } from '@/screens/my-posts-query';
import { MyPostsScreen } from '@/screens/my-posts-screen';

export default definePage(MyPostsScreen, {
  layout: 'primary',
  onlyPerformer: true,
  features: [studioFeature, postSalesFeature],
  load: ({ query }) => [postsRequested(toPostQuery(readMyPostsQuery(query)))],
});
