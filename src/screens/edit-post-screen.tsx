import Head from 'next/head';
import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { PageColumn } from '@/components/app-shell';
import { ErrorState } from '@/components/error-state';
import { PageHead } from '@/components/page-head';
import { Skeleton } from '@/components/skeleton';
import { selectSiteName } from '@/features/settings/settings-slice';
import { KeepingWords } from '@/features/studio/components/autosave-words';
import { PostComposer } from '@/features/studio/components/post-composer';
import { composerOpened, selectDraft, selectOpening } from '@/features/studio/studio-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';

/** Writes a new post, or with an id in the address changes a stored one. */
export function EditPostScreen() {
  const { query } = useRouter();
  const dispatch = useAppDispatch();
  const siteName = useAppSelector(selectSiteName);
  const opening = useAppSelector(selectOpening);
  const draft = useAppSelector(selectDraft);
  const id = typeof query['id'] === 'string' ? query['id'] : undefined;
  const title = id ? 'Edit post' : 'New post';
  useEffect(() => {
    dispatch(composerOpened({ id }));
  }, [dispatch, id]);
  const isHere = draft.id === (id ?? null) && opening.status === 'idle';
  return (
    <PageColumn width="wide">
      <Head>
        <title>{`${title} · ${siteName}`}</title>
      </Head>
      <PageHead title={title} note={isHere && <KeepingWords />} />
      {opening.status === 'failed' && (
        <ErrorState
          title="The post did not open"
          text={opening.error?.message}
          onRetry={() => id && dispatch(composerOpened({ id }))}
        />
      )}
      {opening.status !== 'failed' && (isHere ? <PostComposer key={draft.id} /> : <Skeleton kind="post" />)}
    </PageColumn>
  );
}
