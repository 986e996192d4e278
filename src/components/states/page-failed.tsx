import Head from 'next/head';
import { ErrorState } from './error-state';
import { PageBody } from '../layout/page-body';

export function PageFailed({ signedIn, onRetry }: { signedIn: boolean; onRetry: () => void }) {
  return (
    <PageBody signedIn={signedIn}>
      <Head>
        <title>Something went wrong</title>
      </Head>
      <ErrorState
        heading="h1"
        title="This page could not be shown"
        text="Nothing you did is lost. We’ve been notified."
        onRetry={onRetry}
      />
    </PageBody>
  );
}
