import dynamic from 'next/dynamic';
import { definePage } from '@/composition/define-page';
import { NotFoundScreen } from '@/screens/site/not-found-screen';

/**
 * For development only. Each condition repeats `process.env.NODE_ENV`: the build replaces it and drops the branch that is never
 * taken, together with the code of the gallery.
 */
const Screen =
  process.env.NODE_ENV === 'production'
    ? NotFoundScreen
    : dynamic(() => import('@/screens/site/gallery-screen').then((module) => module.GalleryScreen), { ssr: false });

export default definePage(Screen, {
  layout: process.env.NODE_ENV === 'production' ? 'public' : 'blank',
  noredirect: true,
  isMissing: () => process.env.NODE_ENV === 'production',
});
