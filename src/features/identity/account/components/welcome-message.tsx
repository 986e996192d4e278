import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { Problem } from '@/components/basic/note';
import { TextArea } from '@/components/form/text-area';
import { UploadRow } from '@/components/form/upload-row';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { selectSection, welcomeFileRemoved, welcomeSaved } from '../account-slice';
import styles from './account.module.css';
import type { CreatorAccount } from './creator-profile-form';
import { FileButton } from './file-button';

type WelcomeFile = NonNullable<CreatorAccount['welcomeMessageFiles']>[number];

/** What every new subscriber is sent: words, and pictures or videos. */
export function WelcomeMessage({ user }: { user: CreatorAccount }) {
  const dispatch = useAppDispatch();
  const { status, error } = useAppSelector(selectSection('welcome'));
  const [words, setWords] = useState(user.welcomeMessage ?? '');
  const files = user.welcomeMessageFiles ?? [];
  return (
    <Form onSubmit={() => dispatch(welcomeSaved({ welcomeMessage: words.trim() }))}>
      <Field label="Message" hint="Sent once to each new subscriber. Leave it empty to send nothing.">
        <TextArea rows={4} maxLength={2000} value={words} onChange={(event) => setWords(event.target.value)} />
      </Field>
      {files.length > 0 && (
        <ul className="stack stack--sm">
          {files.map((file) => (
            <FileRow key={file._id} file={file} />
          ))}
        </ul>
      )}
      <div className={styles.foot}>
        <FileButton section="welcome-message-photo" label="Add a photo" />
        <FileButton section="welcome-message-video" label="Add a video" accept="video/*" />
      </div>
      <Problem>{error?.message}</Problem>
      <div className={styles.foot}>
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
