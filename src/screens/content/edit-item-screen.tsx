import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { PageColumn } from '@/components/layout/app-shell';
import { ErrorState } from '@/components/states/error-state';
import { PageHead } from '@/components/layout/page-head';
import { Skeleton } from '@/components/basic/skeleton';
import { Tabs } from '@/components/layout/tabs';
import { getNoun, studioKindNames, studioNames, type StudioKindName } from '@/config/item-names';
import { KeepingWords } from '@/features/content/studio/components/kept-note';
import { ItemEditor } from '@/features/content/studio/components/item-editor';
import { editorOpened, selectDraft, selectOpening } from '@/features/content/studio/studio-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';
import styles from './edit-item-screen.module.css';

/** Each kind has its own draft, so switching the tab loses nothing. */
const newTabs = studioKindNames.map((name) => ({ href: studioNames[name].own.create, label: studioNames[name].noun }));

export function EditItemScreen({ kind }: { kind: StudioKindName }) {
  const { query } = useRouter();
  const dispatch = useAppDispatch();
  const opening = useAppSelector(selectOpening);
  const draft = useAppSelector(selectDraft);
  const id = typeof query['id'] === 'string' ? query['id'] : undefined;
  const title = `${id ? 'Edit' : 'New'} ${getNoun(kind)}`;
  useEffect(() => void dispatch(editorOpened({ kind, id })), [dispatch, kind, id]);
  const isHere = draft.id === (id ?? null) && opening.status === 'idle';
  return (
    <PageColumn width="wide">
      <PageTitle title={title} />
      <PageHead title={title} note={isHere && <KeepingWords />} />
      {!id && (
        <Tabs className={styles.kinds} label="What to make" tabs={newTabs} current={studioNames[kind].own.create} />
      )}
      {opening.status === 'failed' && (
        <ErrorState
          title={`The ${getNoun(kind)} did not open`}
          text={opening.error?.message}
          onRetry={() => id && dispatch(editorOpened({ kind, id }))}
        />
      )}
      {opening.status !== 'failed' && (isHere ? <ItemEditor key={draft.id} /> : <Skeleton kind="post" />)}
    </PageColumn>
  );
}
