import Head from 'next/head';
import { paths } from '@/config/paths';
import { Button } from '../basic/button';
import { PageBody } from '../layout/page-body';
import { WholePage } from './whole-page';

export function NotFoundPage({ signedIn }: { signedIn: boolean }) {
  return (
    <PageBody signedIn={signedIn}>
      <Head>
        <title>Page not found</title>
      </Head>
      <WholePage
        inline
        title="Page not found"
        text="The address may be mistyped, or the page was removed."
        action={
          <Button variant="primary" href={paths.creators}>
            Find creators
          </Button>
        }
      />
    </PageBody>
  );
}
