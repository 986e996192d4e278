import { definePage } from '@/composition/define-page';
import { feedRequested } from '@/features/content/feed/feed-slice';
import { postFeatures } from '@/screens/content/post-features';
import { readPostAddress } from '@/screens/content/post-query';
import { PostScreen } from '@/screens/content/post-screen';

export default definePage(PostScreen, {
  layout: 'public',
  features: postFeatures,
  load: ({ query }) => [feedRequested({ address: readPostAddress(query) })],
  isMissing: ({ query, state }) => state.feed?.addresses[readPostAddress(query)]?.status === 'missing',
});
