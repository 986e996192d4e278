import { bind, type Binding } from '../../../http/register-endpoint';
import type { ConfirmationService } from '../auth/proofs/confirmation-service';
import type { SessionListService } from '../auth/session/session-list-service';
import type { AccountService } from './account-service';
import type { PreferenceService } from './preference-service';

export const accountBindings = ({
  account,
  preference,
  sessionList,
  confirmation,
}: {
  account: AccountService;
  preference: PreferenceService;
  sessionList: SessionListService;
  confirmation: ConfirmationService;
}): Binding[] => [
  bind('getMe', ({ actor }) => account.getMe(actor)),
  bind('updateMe', ({ actor, body, ip }) => account.updateMe(actor, body, ip)),
  bind('searchUsers', ({ actor, query }) => account.search(actor, query)),
  bind('getUser', ({ actor, params }) => account.getUser(actor, params.id)),
  bind('setFollowPopupStatus', ({ actor, body }) => account.noteShown(actor, { followPopupShown: body.status })),
  bind('dismissWelcomeVideo', ({ actor }) => account.noteShown(actor, { welcomeVideoDismissed: true })),
  bind('uploadMyAvatar', ({ actor, files }) => account.replaceAvatar(actor.id, files['avatar'])),
  bind('deleteMyAvatar', ({ actor }) => account.removeAvatar(actor)),
  bind('updatePreferences', ({ actor, body }) => preference.update(actor, body)),
  bind('resendEmailChange', ({ actor }) => account.resendEmailChange(actor)),
  bind('cancelEmailChange', ({ actor }) => account.cancelEmailChange(actor)),
  bind('listSessions', ({ actor }) => sessionList.list(actor)),
  bind('endOtherSessions', ({ actor }) => sessionList.endOthers(actor)),
  bind('endSession', ({ actor, params }) => sessionList.endOne(actor, params.id)),
  bind('getConfirmation', ({ actor }) => confirmation.read(actor)),
  bind('confirmIdentity', ({ actor, body, ip }) => confirmation.confirm(actor, body, ip)),
  bind('sendConfirmationCode', ({ actor }) => confirmation.sendCode(actor)),
];
