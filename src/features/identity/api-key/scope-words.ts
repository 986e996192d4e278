import type { KeyScope } from '@contract/base/key-scopes';

interface ScopeWords {
  label: string;
  /** Shown to creators only. */
  isForCreators?: true;
}

const scopeWords: Record<KeyScope, ScopeWords> = {
  read: { label: 'Read profiles, posts and notifications' },
  'content:write': {
    label: 'Publish, change and delete your posts, videos, galleries and products',
    isForCreators: true,
  },
  'social:write': { label: 'Follow, like, save and comment' },
  'messages:read': { label: 'Read your messages' },
  'messages:write': { label: 'Send and delete messages' },
  'money:read': { label: 'See your balance, payments, orders and subscriptions' },
};

export const listScopes = (isCreator: boolean): { value: KeyScope; label: string }[] =>
  (Object.entries(scopeWords) as [KeyScope, ScopeWords][])
    .filter(([, { isForCreators }]) => isCreator || !isForCreators)
    .map(([value, { label }]) => ({ value, label }));
