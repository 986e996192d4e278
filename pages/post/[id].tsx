import { definePage } from '@/composition/define-page';
import { feedRequested } from '@/features/feed/feed-slice';
import { postFeatures } from '@/screens/post-features';
import { readPostAddress } from '@/screens/post-query';
import { PostScreen } from '@/screens/post-screen';

export default definePage(PostScreen, {
  layout: 'public',
  features: postFeatures,
  load: ({ query }) => [feedRequested({ address: readPostAddress(query) })],
  isMissing: ({ query, state }) => state.feed?.addresses[readPostAddress(query)]?.status === 'missing',
});
