import Head from 'next/head';
import { Button } from '@/components/basic/button';
import { PageBody } from '@/components/layout/page-body';
import { WholePage } from '@/components/states/whole-page';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { useAppSelector } from '@/store/hooks';

export function ErrorScreen() {
  return (
    <PageBody signedIn={useAppSelector(selectIsLoggedIn)}>
      <Head>
        <title>Something went wrong</title>
      </Head>
      <WholePage
        inline
        title="Something went wrong"
        text="Nothing you did is lost. Try again, and contact us if this keeps happening."
        action={
          <Button variant="primary" onClick={() => window.location.reload()}>
            Try again
          </Button>
        }
      />
    </PageBody>
  );
}
