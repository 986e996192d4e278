import type { GetServerSideProps } from 'next';
import { definePage } from '@/composition/define-page';
import { isStylePageShown } from '@/config/env';
import { StyleguideScreen } from '@/screens/site/styleguide-screen';

export default definePage(StyleguideScreen, { layout: 'blank', noredirect: true });

/** For developers: in production the page does not exist unless it is asked for. */
export const getServerSideProps: GetServerSideProps = () =>
  Promise.resolve(isStylePageShown() ? { props: {} } : { notFound: true });
