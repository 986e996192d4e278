import { SendHorizontal } from 'lucide-react';
import { useRef, type MouseEvent } from 'react';
import { limits } from '@contract/base/limits';
import { IconButton } from '@/components/basic/icon-button';
import { useSecondsUntil } from '@/components/hooks/use-seconds';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { Input } from '@/components/form/input';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { createRandomKey } from '@/lib/random-key';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { draftChanged, lineSent } from '../chat-slice';
import { selectChat, selectChatDraft } from '../chat-state';
import styles from './chat.module.css';

export interface ChatRules {
  slowSeconds: number;
  emoteOnly: boolean;
}

export function ChatComposer({ conversationId, rules }: { conversationId: string; rules?: ChatRules | undefined }) {
  const dispatch = useAppDispatch();
  const senderId = useAppSelector(selectCurrentUser)?._id ?? '';
  const text = useAppSelector(selectChatDraft(conversationId));
  const lastSentAt = useAppSelector(selectChat(conversationId))?.lastSentAt ?? null;
  const wait = useSecondsUntil(lastSentAt === null ? null : lastSentAt + (rules?.slowSeconds ?? 0) * 1_000);
  const line = useRef<HTMLInputElement>(null);
  const words = text.trim();
  const canSend = words !== '' && wait === 0;
  const send = () => {
    if (!canSend) return;
    dispatch(lineSent({ clientId: createRandomKey(), conversationId, senderId, text: words }));
    dispatch(draftChanged({ conversationId, text: '' }));
    line.current?.focus({ preventScroll: true });
  };
  return (
    <Form className={styles.foot} onSubmit={send} aria-label="Chat message">
      <RulesLine rules={rules} wait={wait} />
      <div className={styles.say}>
        <Field label="Say something" hideLabel className="grow">
          <Input
            ref={line}
            maxLength={limits.chatText}
            placeholder={rules?.emoteOnly ? 'Send an emoji' : 'Say something kind'}
            autoComplete="off"
            enterKeyHint="send"
            value={text}
            onChange={(event) => dispatch(draftChanged({ conversationId, text: event.target.value }))}
          />
        </Field>
        <IconButton
          type="submit"
          icon={SendHorizontal}
          label="Send"
          variant="primary"
          aria-disabled={!canSend || undefined}
          // Keeps the focus in the field, so that the keyboard stays open on phones.
          onMouseDown={(event: MouseEvent) => event.preventDefault()}
        />
      </div>
    </Form>
  );
}

function RulesLine({ rules, wait }: { rules: ChatRules | undefined; wait: number }) {
  const slow = rules?.slowSeconds ?? 0;
  if (!rules || (slow === 0 && !rules.emoteOnly)) return null;
  return (
    <p className={styles.rules}>
      {rules.emoteOnly && <span>Emoji only. </span>}
      {slow > 0 && (
        <span className="num">
          {wait > 0 ? `Slow mode: write again in ${wait} s` : `Slow mode: one message every ${slow} s`}
        </span>
      )}
    </p>
  );
}
