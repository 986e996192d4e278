import { definePage } from '@/composition/define-page';
import { pageFeature, pageRequested, selectSitePage } from '@/features/site/page/page-feature';
import { SitePageScreen } from '@/screens/site/site-page-screen';

const slugOf = (id: unknown) => (typeof id === 'string' ? id : '');

export default definePage(SitePageScreen, {
  layout: 'public',
  features: [pageFeature],
  load: ({ query }) => [pageRequested({ slug: slugOf(query['id']) })],
  isMissing: ({ query, state }) => selectSitePage(slugOf(query['id']))(state)?.error?.status === 404,
});
