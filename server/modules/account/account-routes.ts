import { bind, type Binding } from '../../http/register-endpoint';
import type { AccountService } from './account-service';

export const accountBindings = (account: AccountService): Binding[] => [
  bind('getMe', ({ actor }) => account.getMe(actor)),
  bind('updateMe', ({ actor, body }) => account.updateMe(actor, body)),
  bind('searchUsers', ({ actor, query }) => account.search(actor, query)),
  bind('getUser', ({ actor, params }) => account.getUser(actor, params.id)),
  bind('setFollowPopupStatus', ({ actor, body }) => account.noteShown(actor, { followPopupShown: body.status })),
  bind('dismissWelcomeVideo', ({ actor }) => account.noteShown(actor, { welcomeVideoDismissed: true })),
  bind('uploadMyAvatar', ({ actor, files }) => account.replaceAvatar(actor.id, files['avatar'])),
];
