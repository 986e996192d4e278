import { limits } from '@contract/base/limits';
import { UploadRow } from '@/components/form/upload-row';
import { useStrip } from '@/components/hooks/use-strip';
import { toastShown } from '@/features/site/ui/ui-slice';
import { cx } from '@/lib/cx';
import { CHOOSE_MEDIA_TEXT } from '@/lib/file-words';
import { isHeic } from '@/lib/heic';
import { getPickedKind } from '@/lib/media-file';
import { createRandomKey } from '@/lib/random-key';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { attachmentPicked, attachmentRemoved, attachmentRetried } from '../message-slice';
import { selectAttachments, selectConversation, type Attachment } from '../message-state';
import styles from './composer.module.css';

export function useAttach(conversationId: string) {
  const dispatch = useAppDispatch();
  const attachments = useAppSelector(selectAttachments(conversationId));
  const conversation = useAppSelector(selectConversation(conversationId));
  const attach = (files: readonly File[]) => {
    const known = files.flatMap((file) => {
      const kind = getPickedKind(file);
      return kind ? [{ file, kind }] : [];
    });
    const room = Math.max(0, limits.messageFiles - attachments.length);
    if (known.length < files.length) {
      dispatch(toastShown({ text: CHOOSE_MEDIA_TEXT, tone: 'error' }));
    } else if (known.length > room) {
      dispatch(toastShown({ text: `Up to ${limits.messageFiles} files per message.`, tone: 'error' }));
    }
    for (const { file, kind } of known.slice(0, room)) {
      dispatch(attachmentPicked({ conversationId, attachment: describe(file, kind), file }));
    }
  };
  const canAttach = conversation !== undefined && !conversation.isBlocked && conversation.canWrite !== false;
  return { attachments, attach, canAttach };
}

function describe(file: File, kind: Attachment['kind']): Attachment {
  return {
    localId: createRandomKey(),
    kind,
    name: file.name,
    size: file.size,
    status: 'uploading',
    progress: 0,
    fileId: null,
    error: null,
    previewUrl: kind === 'photo' && !isHeic(file) ? URL.createObjectURL(file) : null,
  };
}

interface AttachmentTrayProps {
  conversationId: string;
  attachments: readonly Attachment[];
}

export function AttachmentTray({ conversationId, attachments }: AttachmentTrayProps) {
  const dispatch = useAppDispatch();
  const strip = useStrip<HTMLUListElement>();
  if (attachments.length === 0) return null;
  return (
    <ul ref={strip} className={cx('strip', styles.files)} aria-label="Files to send">
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
