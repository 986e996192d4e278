import { ChartNoAxesColumn, CircleAlert, Film, Headphones, ImagePlus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import { limits } from '@contract/limits';
import { Button } from '@/components/button';
import { ChoiceCard } from '@/components/choice-card';
import { Field } from '@/components/field';
import { Input } from '@/components/input';
import { MoneyInput } from '@/components/money-input';
import { Note } from '@/components/note';
import { UploadRow } from '@/components/upload-row';
import { paths } from '@/config/paths';
import { selectCurrentUser } from '@/features/session/session-slice';
import { selectSettings } from '@/features/settings/settings-slice';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { canAddFile, problemsOf, type Audience, type FileSlot } from '../draft';
import { draftChanged, fileRemoved, publishRequested, selectDraft, selectSaving } from '../studio-slice';
import { DraftPreview } from './draft-preview';
import { FileTray, useFilePicker } from './file-tray';
import { emptyPoll, PollEditor } from './poll-editor';
import styles from './composer.module.css';

const DateTimePicker = dynamic(() => import('@/components/date-time-picker').then((module) => module.DateTimePicker), {
  ssr: false,
  loading: () => <Input placeholder="Now" disabled />,
});

const audiences: { value: Audience; label: string; hint: string }[] = [
  { value: 'subscribers', label: 'Subscribers', hint: 'At no extra cost' },
  { value: 'sale', label: 'For sale', hint: 'Anyone can buy it once and keep it' },
  { value: 'free', label: 'Free', hint: 'Everyone with a site subscription' },
  { value: 'everyone', label: 'Everyone', hint: 'Also people without an account' },
  { value: 'draft', label: 'Only me', hint: 'Keep it as a draft' },
];

/** Writes a post, or changes one: words, files, poll, who may see it, when. */
export function PostComposer() {
  const dispatch = useAppDispatch();
  const draft = useAppSelector(selectDraft);
  const saving = useAppSelector(selectSaving);
  const me = useAppSelector(selectCurrentUser);
  const { maximumPpvPrice } = useAppSelector(selectSettings);
  const [isTried, setIsTried] = useState(false);
  const photo = useFilePicker('files', 'photo', true);
  const video = useFilePicker('files', 'video', false);
  const audio = useFilePicker('files', 'audio', false);
  const problems = problemsOf(draft, maximumPpvPrice);
  const shown = isTried ? problems : {};
  const isVerified = me?.isPerformer === true && me.verifiedDocument;
  const isDirty = draft.text !== '' || draft.title !== '' || draft.files.length > 0;
  useUnsavedWarning(isDirty && saving.status !== 'pending');
  const publish = () => {
    setIsTried(true);
    if (Object.keys(problems).length === 0) dispatch(publishRequested());
  };
  return (
    <div className={styles.composer}>
      <form className={styles.form} onSubmit={(event) => event.preventDefault()}>
        {!isVerified && (
          <Note icon={CircleAlert} tone="warn">
            Your documents are being checked. You can write now and publish once they are approved.
          </Note>
        )}
        <div className={styles.words}>
          <input
            className={styles.title}
            aria-label="Title"
            placeholder="Title"
            maxLength={200}
            value={draft.title}
            onChange={(event) => dispatch(draftChanged({ title: event.target.value }))}
          />
          <textarea
            className={styles.write}
            aria-label="Text"
            placeholder="What would you like to say?"
            maxLength={limits.feedText}
            value={draft.text}
            onChange={(event) => dispatch(draftChanged({ text: event.target.value }))}
          />
          {shown.text && (
            <Note icon={CircleAlert} tone="danger">
              {shown.text}
            </Note>
          )}
          <div className={styles.tools}>
            <Button
              variant="ghost"
              size="sm"
              icon={ImagePlus}
              disabled={!canAddFile(draft, 'photo')}
              onClick={photo.open}
            >
              Photos
            </Button>
            <Button variant="ghost" size="sm" icon={Film} disabled={!canAddFile(draft, 'video')} onClick={video.open}>
              Video
            </Button>
            <Button
              variant="ghost"
              size="sm"
              icon={Headphones}
              disabled={!canAddFile(draft, 'audio')}
              onClick={audio.open}
            >
              Audio
            </Button>
            <Button
              variant="ghost"
              size="sm"
              icon={ChartNoAxesColumn}
              disabled={draft.poll !== null}
              onClick={() => dispatch(draftChanged({ poll: emptyPoll }))}
            >
              Poll
            </Button>
          </div>
          {photo.field}
          {video.field}
          {audio.field}
        </div>
        {draft.files.length > 0 && (
          <FileTray
            files={draft.files}
            error={shown.files}
            onAdd={canAddFile(draft, 'photo') && draft.files[0]?.kind === 'photo' ? photo.open : undefined}
          />
        )}
        {draft.files.length === 0 && shown.files && (
          <Note icon={CircleAlert} tone="danger">
            {shown.files}
          </Note>
        )}
        {draft.poll && (
          <PollEditor poll={draft.poll} error={shown.poll} onChange={(poll) => dispatch(draftChanged({ poll }))} />
        )}
        <fieldset className={styles.choices}>
          <legend>Who can see it</legend>
          {audiences.map(({ value, label, hint }) => (
            <ChoiceCard
              key={value}
              name="audience"
              label={label}
              hint={hint}
              value={value}
              checked={draft.audience === value}
              onChange={() => dispatch(draftChanged({ audience: value }))}
            />
          ))}
        </fieldset>
        {draft.audience === 'sale' && (
          <div className={styles.pair}>
            <Field label="Price" error={shown.price} hint={`Up to ${formatMoney(maximumPpvPrice)}.`}>
              <MoneyInput value={draft.price} onChange={(price) => dispatch(draftChanged({ price }))} />
            </Field>
            <Field label="What is inside" hint="Shown on the locked card. Be exact.">
              <Input
                value={draft.tagline}
                maxLength={200}
                onChange={(event) => dispatch(draftChanged({ tagline: event.target.value }))}
              />
            </Field>
          </div>
        )}
        {draft.files.length > 0 && draft.audience !== 'draft' && draft.audience !== 'everyone' && (
          <div className={styles.extras}>
            <Extra slot="teaser" label="Teaser" hint="A short film everybody may watch before the lock." />
            <Extra slot="thumbnail" label="Cover picture" hint="Shown to everybody instead of the blurred one." />
          </div>
        )}
        <Field label="Publish" hint="Leave it empty to publish now." error={shown.scheduleAt} optional>
          <DateTimePicker value={draft.scheduleAt} onChange={(scheduleAt) => dispatch(draftChanged({ scheduleAt }))} />
        </Field>
        {saving.error && (
          <Note icon={CircleAlert} tone="danger">
            {saving.error.message}
          </Note>
        )}
        <div className={styles.actions}>
          <Button variant="ghost" href={paths.creator.posts}>
            Cancel
          </Button>
          <Button variant="primary" busy={saving.status === 'pending'} busyLabel="Saving" onClick={publish}>
            {publishLabel(draft.id !== null, draft.audience, draft.scheduleAt)}
          </Button>
        </div>
      </form>
      <DraftPreview draft={draft} />
    </div>
  );
}

function publishLabel(isStored: boolean, audience: Audience, scheduleAt: string): string {
  if (audience === 'draft') return 'Save draft';
  if (scheduleAt) return 'Schedule';
  return isStored ? 'Save changes' : 'Publish now';
}

/** One file that everybody may see: teaser or cover picture. */
function Extra({ slot, label, hint }: { slot: Exclude<FileSlot, 'files'>; label: string; hint: string }) {
  const dispatch = useAppDispatch();
  const [file] = useAppSelector(selectDraft)[slot];
  const picker = useFilePicker(slot, slot === 'teaser' ? 'video' : 'photo', false);
  return (
    <div>
      <p className="strong sm">{label}</p>
      {file ? (
        <ul>
          <UploadRow
            name={file.name}
            kind={file.kind}
            thumb={file.previewUrl}
            state={file.status}
            loaded={file.progress * file.size}
            total={file.size}
            error={file.error ?? undefined}
            onRemove={() => dispatch(fileRemoved({ slot, localId: file.localId }))}
          />
        </ul>
      ) : (
        <>
          <p className="xs muted">{hint}</p>
          <Button variant="soft" size="sm" onClick={picker.open}>
            Choose a {slot === 'teaser' ? 'video' : 'picture'}
          </Button>
        </>
      )}
      {picker.field}
    </div>
  );
}

/** The browser asks before a tab with unsaved words is closed. ux.md G-11. */
function useUnsavedWarning(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
}
