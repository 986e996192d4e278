import { bind, type Binding } from '../../../http/register-endpoint';
import type { ReactionService } from './reaction-service';

export const reactionBindings = (reaction: ReactionService): Binding[] => [
  bind('createReaction', (call) => reaction.create(call, call.body)),
  bind('deleteReaction', (call) => reaction.remove(call.actor, call.body)),
  bind('listBookmarks', (call) => reaction.listBookmarks(call, call.params, call.query)),
];
