import { bind, type Binding } from '../../../http/register-endpoint';
import type { FollowService } from './follow-service';

export const followBindings = (follow: FollowService): Binding[] => [
  bind('followPerformer', (call) => follow.follow(call, call.params.id)),
  bind('unfollowPerformer', (call) => follow.unfollow(call.actor, call.params.id)),
  bind('listFollowers', (call) => follow.listFollowers(call.actor, call.query)),
  bind('listFollowing', (call) => follow.listFollowing(call, call.query)),
];
