import type { GetStaticProps } from 'next';
import Head from 'next/head';
import { isStylePageShown } from '@/config/env';
import { StyleguideScreen } from '@/screens/styleguide-screen';

interface StyleguideProps {
  now: number;
}

export default function StyleguidePage({ now }: StyleguideProps) {
  return (
    <>
      <Head>
        <title>Style page</title>
        <meta name="robots" content="noindex" />
      </Head>
      <StyleguideScreen now={now} />
    </>
  );
}

/** For developers: in production the page does not exist unless it is asked for. */
export const getStaticProps: GetStaticProps<StyleguideProps> = () =>
  isStylePageShown() ? { props: { now: Date.now() } } : { notFound: true };
