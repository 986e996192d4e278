import { CircleDollarSign, ImagePlus, SendHorizontal } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { limits } from '@contract/limits';
import { Field } from '@/components/field';
import { IconButton } from '@/components/icon-button';
import { MoneyInput } from '@/components/money-input';
import { TextArea } from '@/components/text-area';
import { UploadRow } from '@/components/upload-row';
import { selectCurrentUser } from '@/features/session/session-slice';
import { selectSettings } from '@/features/settings/settings-slice';
import { formatMoney } from '@/lib/format-money';
import { draftStore } from '@/services/storage';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import {
  attachmentPicked,
  attachmentRemoved,
  messageSent,
  selectAttachments,
  typed,
  type Attachment,
  type Conversation,
} from '../message-slice';
import { ClosedLine } from './closed-line';
import styles from './thread.module.css';

interface ComposerProps {
  conversationId: string;
  conversation: Conversation | undefined;
}

/** The line to write in, with files and, for creators, a price. What is typed is kept until it is sent. */
export function Composer({ conversationId, conversation }: ComposerProps) {
  const dispatch = useAppDispatch();
  const me = useAppSelector(selectCurrentUser);
  const { maximumPpvPrice } = useAppSelector(selectSettings);
  const attachments = useAppSelector(selectAttachments(conversationId));
  const [text, setText] = useDraft(conversationId);
  const [price, setPrice] = useState<string | null>(null);
  const files = useRef<HTMLInputElement>(null);
  const name = conversation?.recipientInfo?.name.split(' ')[0] ?? '';
  const isWaiting = attachments.some((attachment) => attachment.status === 'uploading');
  const ready = attachments.filter((attachment) => attachment.status === 'ready');
  const sum = price === null ? null : Number(price);
  const priceError =
    sum !== null && price !== '' && (sum <= 0 || sum > maximumPpvPrice)
      ? `Up to ${formatMoney(maximumPpvPrice)}.`
      : undefined;
  const isPriced = sum !== null;
  const canSend =
    (text.trim() !== '' || ready.length > 0) &&
    !isWaiting &&
    !priceError &&
    !(isPriced && (!sum || ready.length === 0));
  const send = () => {
    if (!canSend) return;
    dispatch(
      messageSent({ clientId: crypto.randomUUID(), conversationId, text: text.trim(), attachments: ready, price: sum }),
    );
    setText('');
    setPrice(null);
  };
  const handleKey = (event: KeyboardEvent) => {
    // On phones Enter is a new line: the button sends.
    const isPhone = window.matchMedia('(hover: none)').matches;
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || isPhone) return;
    event.preventDefault();
    send();
  };
  const pick = (list: FileList | null) => {
    const room = limits.messageFiles - attachments.length;
    for (const file of Array.from(list ?? []).slice(0, Math.max(0, room))) {
      dispatch(attachmentPicked({ conversationId, attachment: describe(file), file }));
    }
    if (files.current) files.current.value = '';
  };
  if (conversation && (conversation.isBlocked || conversation.canWrite === false)) {
    return <ClosedLine conversation={conversation} />;
  }
  return (
    <footer className={styles.foot}>
      {attachments.length > 0 && (
        <ul className={styles.files} aria-label="Files to send">
          {attachments.map((attachment) => (
            <UploadRow
              key={attachment.localId}
              name={attachment.name}
              kind={attachment.kind}
              thumb={attachment.previewUrl}
              state={attachment.status}
              loaded={attachment.progress * attachment.size}
              total={attachment.size}
              error={attachment.error ?? undefined}
              onRemove={() => dispatch(attachmentRemoved({ conversationId, localId: attachment.localId }))}
            />
          ))}
        </ul>
      )}
      {price !== null && (
        <div className={styles.price}>
          <Field
            label="Price"
            error={priceError}
            hint={ready.length === 0 ? 'Add the files to sell.' : 'Paid once to open it.'}
          >
            <MoneyInput value={price} onChange={setPrice} />
          </Field>
        </div>
      )}
      <div className={styles.line}>
        <IconButton icon={ImagePlus} label="Attach photo, video or sound" onClick={() => files.current?.click()} />
        <input
          ref={files}
          type="file"
          hidden
          multiple
          accept="image/jpeg,image/png,image/webp,image/gif,video/*,audio/*"
          onChange={(event) => pick(event.target.files)}
        />
        {me?.isPerformer && (
          <IconButton
            icon={CircleDollarSign}
            label={price === null ? 'Set a price' : 'Send without a price'}
            aria-pressed={price !== null}
            onClick={() => setPrice(price === null ? '' : null)}
          />
        )}
        <div className={styles.text}>
          <Field label={`Message to ${name}`} hideLabel>
            <TextArea
              rows={1}
              maxLength={limits.messageText}
              placeholder={`Message ${name}`}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                dispatch(typed({ conversationId }));
              }}
              onKeyDown={handleKey}
            />
          </Field>
        </div>
        <IconButton icon={SendHorizontal} variant="primary" label="Send" disabled={!canSend} onClick={send} />
      </div>
    </footer>
  );
}

function describe(file: File): Attachment {
  const kind = file.type.startsWith('video/') ? 'video' : file.type.startsWith('audio/') ? 'audio' : 'photo';
  return {
    localId: crypto.randomUUID(),
    kind,
    name: file.name,
    size: file.size,
    status: 'uploading',
    progress: 0,
    fileId: null,
    error: null,
    previewUrl: kind === 'photo' ? URL.createObjectURL(file) : null,
  };
}

/** The unsent text of a conversation, kept in this browser. ux.md MS-5. */
function useDraft(conversationId: string): [string, (text: string) => void] {
  const [text, setText] = useState('');
  useEffect(() => setText(draftStore.read()?.[conversationId] ?? ''), [conversationId]);
  const change = (next: string) => {
    setText(next);
    const { [conversationId]: _sent, ...others } = draftStore.read() ?? {};
    draftStore.write(next === '' ? others : { ...others, [conversationId]: next });
  };
  return [text, change];
}
