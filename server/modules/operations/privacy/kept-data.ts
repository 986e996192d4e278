import type { Actor } from '../../../access';

/**
 * What stays after an account was deleted, in words for its owner: the rules of data-rules.ts that keep something, told
 * as people would.
 */
export function keptSentences(kind: Actor['kind']): string[] {
  const both = [
    'Records of payments, as long as the law asks for them, without your name.',
    'Conversations stay with the people you wrote to. What you wrote is removed, except messages they paid for.',
    'Your username, for ninety days, so that nobody can pose as you.',
    'Reports you sent, until they are settled.',
  ];
  const performer = ['What your fans bought stays open to them. Everything else you published is deleted.'];
  return kind === 'performer' ? [...performer, ...both] : both;
}
