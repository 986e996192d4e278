import { definePage } from '@/composition/define-page';
import { pageFeature, pageRequested, selectIsSitePageMissing } from '@/features/site/page/page-feature';
import { SitePageScreen } from '@/screens/site/site-page-screen';

const getSlug = (id: unknown) => (typeof id === 'string' ? id : '');

export default definePage(SitePageScreen, {
  layout: 'public',
  features: [pageFeature],
  load: ({ query }) => [pageRequested({ slug: getSlug(query['id']) })],
  isMissing: ({ query, state }) => selectIsSitePageMissing(getSlug(query['id']))(state),
});
