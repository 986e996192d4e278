import { act } from '@testing-library/react';
import type { CurrentUser } from '@/features/identity/auth/session-slice';
import { Thread } from '@/features/conversation/message/components/thread';
import { messageFeature } from '@/features/conversation/message/message-feature';
import { inboxShown } from '@/features/conversation/message/message-slice';
import type { Conversation, Message } from '@/features/conversation/message/message-state';
import { subscribeRequested, unlockRequested } from '@/store/intents';
import { fan, newestFirst, wireConversation } from '../factories/wire-message';
import { renderWithStore, settle, storeForTest, type Answers } from './render-with-store';

interface ShownWith {
  answers?: Answers;
  stored?: Message[];
  user?: Partial<CurrentUser>;
  at?: number;
  extensions?: readonly string[];
}

/** Renders a conversation. `wanted` collects the payloads of requests to other features. */
export async function showThread(
  conversation: Partial<Conversation> = {},
  { answers = {}, stored = [], user = fan, at, extensions }: ShownWith = {},
) {
  const wanted: unknown[] = [];
  const reducer: typeof messageFeature.reducer = (state, action) => {
    if (subscribeRequested.match(action) || unlockRequested.match(action)) wanted.push(action.payload);
    return messageFeature.reducer(state, action);
  };
  const given = storeForTest({
    features: [{ ...messageFeature, reducer }],
    answers: {
      getConversation: () => wireConversation(conversation),
      listMessages: ({ query = {} }) => newestFirst(stored, query),
      readAllMessages: () => ({ ok: true }),
      ...answers,
    },
    user,
    ...(extensions && { extensions }),
  });
  given.store.dispatch(inboxShown());
  const shown = renderWithStore(
    <Thread conversationId={wireConversation()._id} at={at} backHref="/messages?show=unread" />,
    { given },
  );
  await act(settle);
  return { ...shown, wanted };
}
