import { PageBody } from '@/components/layout/page-body';
import { PageHead } from '@/components/layout/page-head';
import { paths } from '@/config/paths';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { ShowGrid } from '@/features/live/show/components/show-grid';
import { selectSiteName } from '@/features/site/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';
import { ShareMeta } from '../site/share-meta';

export function StreamingScreen() {
  const signedIn = useAppSelector(selectIsLoggedIn);
  const siteName = useAppSelector(selectSiteName);
  return (
    <PageBody signedIn={signedIn}>
      <ShareMeta
        type="website"
        title="Live"
        description={`Creators who are live on ${siteName} now.`}
        path={paths.streaming}
      />
      <div className="below-bar">
        <PageHead title="Live now" />
        <ShowGrid />
      </div>
    </PageBody>
  );
}
