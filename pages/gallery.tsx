import dynamic from 'next/dynamic';
import { definePage } from '@/composition/define-page';
import { NotFoundScreen } from '@/screens/site/not-found-screen';

/**
 * For development only. Each condition names `process.env.NODE_ENV` itself: the build replaces it, drops the branch that is never
 * taken, and with it the code of the gallery.
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
