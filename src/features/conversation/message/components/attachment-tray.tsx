import { UploadRow } from '@/components/form/upload-row';
import { useAppDispatch } from '@/store/hooks';
import { attachmentRemoved, attachmentRetried } from '../message-slice';
import type { Attachment } from '../message-types';
import styles from './composer.module.css';

/** The files of the next message: how far each is, and the ways to stop, retry or remove it. */
export function AttachmentTray({
  conversationId,
  attachments,
}: {
  conversationId: string;
  attachments: readonly Attachment[];
}) {
  const dispatch = useAppDispatch();
  if (attachments.length === 0) return null;
  return (
    <ul className={styles.files} aria-label="Files to send">
      {attachments.map(({ localId, name, kind, previewUrl, status, progress, size, error, canRetry }) => (
        <UploadRow
          key={localId}
          name={name}
          kind={kind}
          thumb={previewUrl}
          state={status}
          loaded={progress * size}
          total={size}
          error={error ?? undefined}
          onRetry={canRetry ? () => dispatch(attachmentRetried({ localId })) : undefined}
          onRemove={() => dispatch(attachmentRemoved({ conversationId, localId }))}
        />
      ))}
    </ul>
  );
}
