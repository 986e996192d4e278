import { Trash2 } from 'lucide-react';
import { performerRoutes } from '@contract/identity/performer-routes';
import { Button } from '@/components/basic/button';
import { Switch } from '@/components/form/switch';
import { VideoPlayer } from '@/components/media/video-player';
import { selectSupportsCall } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { welcomeVideoToggled, welcomeFileRemoved, welcomeSaved, welcomeVideoRemoved } from '../account-slice';
import styles from './account.module.css';
import type { CreatorAccount } from './creator-fields';
import { FileButton } from './file-button';
import { isChangedElsewhere, useRefusal } from './profile-conflict';
import { RestoredInputNote } from './restored-input-note';
import { useEffect, useEffectEvent } from 'react';
import { isObject } from '@/services/storage';
import { useSavedFormState } from '../use-kept-typing';
import { useSection } from '../use-section';
import { ConflictNote } from '@/components/form/conflict-note';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { Problem } from '@/components/basic/note';
import { TextArea } from '@/components/form/text-area';
import { LeaveGuard } from '@/components/states/leave-guard';
import { UploadRow } from '@/components/form/upload-row';

export function WelcomeVideo({ user }: { user: CreatorAccount }) {
  const dispatch = useAppDispatch();
  const { status, error } = useSection('video');
  const isBusy = status === 'pending';
  const canRemove = useAppSelector(selectSupportsCall(performerRoutes.deleteWelcomeVideo));
  const isThere = Boolean(user.welcomeVideoId || user.welcomeVideoPath);
  return (
    <div className="stack">
      {user.welcomeVideoPath ? (
        <VideoPlayer
          key={user.welcomeVideoPath}
          className={styles.film}
          src={user.welcomeVideoPath}
          title="Your welcome video"
          width={640}
          height={360}
        />
      ) : (
        <p className="muted">
          {isThere
            ? 'Uploaded. We’re processing it.'
            : 'A short video that visitors to your page see first. Up to 200 MB.'}
        </p>
      )}
      <div className="row row--wrap">
        <FileButton section="welcome-video" label={isThere ? 'Replace the video' : 'Upload a video'} accept="video/*" />
        {isThere && canRemove && (
          <Button
            size="sm"
            variant="ghost"
            icon={Trash2}
            disabled={isBusy}
            onClick={() => dispatch(welcomeVideoRemoved())}
          >
            Remove the video
          </Button>
        )}
      </div>
      {isThere && (
        <Switch
          label="Show it on your page"
          checked={user.activateWelcomeVideo === true}
          disabled={isBusy}
          onChange={(event) => dispatch(welcomeVideoToggled({ activateWelcomeVideo: event.target.checked }))}
        />
      )}
      <Problem>{error?.message}</Problem>
    </div>
  );
}

interface Typing {
  words: string | null;
  began: { text: string; revision: number | undefined } | null;
}

const untouched: Typing = { words: null, began: null };

function parseTyping({ words, began }: Record<string, unknown>): Typing | undefined {
  if (typeof words !== 'string' || !isObject(began) || typeof began['text'] !== 'string') return undefined;
  const { text, revision } = began;
  return { words, began: { text, revision: typeof revision === 'number' ? revision : undefined } };
}

type WelcomeFile = NonNullable<CreatorAccount['welcomeMessageFiles']>[number];

export function WelcomeMessage({ user }: { user: CreatorAccount }) {
  const dispatch = useAppDispatch();
  const { status, error } = useSection('welcome');
  const files = user.welcomeMessageFiles ?? [];
  const stored = user.welcomeMessage ?? '';
  const now = { text: stored, revision: user.revision };
  const {
    state: typing,
    setState: setTyping,
    forget,
    restored,
    saveIfReviewed,
  } = useSavedFormState<Typing>({ form: 'welcome', accountId: user._id }, untouched, parseTyping);
  const words = typing.words ?? stored;
  const began = typing.began ?? now;
  const isRefused = isChangedElsewhere(error);
  const isStale = stored !== began.text && words !== began.text && words.trim() !== stored.trim();
  const save = (revision: number | undefined) => {
    saveIfReviewed(() => dispatch(welcomeSaved({ welcomeMessage: words.trim() }, revision)));
  };
  const saveAgain = () => {
    // If only other fields of the profile were changed elsewhere, both changes are kept without asking.
    if (!isStale) save(user.revision);
  };
  useRefusal(isRefused, saveAgain);
  const beginAgain = useEffectEvent(() =>
    setTyping(({ words: kept }) =>
      (kept ?? stored).trim() === stored.trim() ? untouched : { words: kept, began: now },
    ),
  );
  useEffect(() => {
    if (status === 'saved') beginAgain();
  }, [status]);
  const isChanged = words.trim() !== stored.trim();
  return (
    <Form onSubmit={() => save(isStale ? began.revision : user.revision)}>
      <RestoredInputNote restored={restored} fields={isChanged ? ['Message'] : []} />
      <Field label="Message" hint="Sent once to each new subscriber. Leave it empty to send nothing.">
        <TextArea
          rows={4}
          maxLength={2000}
          value={words}
          onChange={({ target: { value } }) => setTyping((kept) => ({ words: value, began: kept.began ?? now }))}
        />
      </Field>
      {files.length > 0 && (
        <ul className="stack stack--sm">
          {files.map((file) => (
            <FileRow key={file._id} file={file} />
          ))}
        </ul>
      )}
      <div className="row row--wrap">
        <FileButton section="welcome-message-photo" label="Add a photo" />
        <FileButton section="welcome-message-video" label="Add a video" accept="video/*" />
      </div>
      <ConflictNote
        conflicts={isStale ? [{ label: 'Message' }] : []}
        onKeepMine={() => {
          setTyping((kept) => ({ ...kept, began: now }));
          save(user.revision);
        }}
        onTakeTheirs={() => setTyping(untouched)}
      />
      <Problem>{isRefused ? null : error?.message}</Problem>
      <LeaveGuard when={isChanged ? 'leaving' : null} onLeave={forget} />
      <div className="row">
        <Button type="submit" variant="primary" busy={status === 'pending'} busyLabel="Saving">
          Save message
        </Button>
      </div>
    </Form>
  );
}

const states = { processing: 'processing', finished: 'ready', error: 'failed' } as const;

function FileRow({ file }: { file: WelcomeFile }) {
  const dispatch = useAppDispatch();
  const isVideo = file.type.includes('video');
  return (
    <UploadRow
      name={file.name || (isVideo ? 'Video' : 'Photo')}
      kind={isVideo ? 'video' : 'photo'}
      thumb={file.thumbnails?.[0] ?? (isVideo ? null : file.url)}
      state={states[file.status ?? 'finished']}
      error="We could not process it. Remove it and upload another."
      onRemove={() => dispatch(welcomeFileRemoved(file._id))}
    />
  );
}
