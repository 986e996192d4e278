import { useRouter } from 'next/router';
import { RichText } from '@/components/basic/rich-text';
import { PageBody } from '@/components/layout/page-body';
import { ErrorState } from '@/components/states/error-state';
import { Skeleton } from '@/components/basic/skeleton';
import { paths } from '@/config/paths';
import { pageRequested, selectSitePage } from '@/features/site/page/page-feature';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { selectSiteName } from '@/features/site/settings/settings-slice';
import { formatDay } from '@/lib/dates';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { ShareMeta } from './share-meta';
import styles from './site-page-screen.module.css';

export function SitePageScreen() {
  const { query, asPath } = useRouter();
  const dispatch = useAppDispatch();
  const slug = typeof query['id'] === 'string' ? query['id'] : '';
  const entry = useAppSelector(selectSitePage(slug));
  const siteName = useAppSelector(selectSiteName);
  // The two legal pages have the public layout for everyone. Specification 2.
  const isLegal = /terms-of-service|privacy-policy/.test(asPath);
  const signedIn = useAppSelector(selectIsLoggedIn) && !isLegal;
  return (
    <PageBody signedIn={signedIn} width="column">
      <article className={styles.page}>
        {entry?.page ? (
          <>
            <ShareMeta
              type="website"
              title={entry.page.title}
              description={entry.page.shortDescription || `${entry.page.title} of ${siteName}`}
              path={paths.page(slug)}
            />
            <h1>{entry.page.title}</h1>
            <p className="sm muted">Last changed {formatDay(entry.page.updatedAt, { timeZone: 'UTC' })}</p>
            <RichText html={entry.page.content} isArticle />
          </>
        ) : entry?.status === 'failed' ? (
          <ErrorState
            heading="h1"
            title="The page could not be loaded"
            onRetry={() => dispatch(pageRequested({ slug }))}
          />
        ) : (
          <Skeleton kind="line" count={8} />
        )}
      </article>
    </PageBody>
  );
}
