import { bind, type Binding } from '../../../http/register-endpoint';
import type { AdminService } from './admin-service';

export const adminBindings = (admin: AdminService): Binding[] => [
  bind('updateUser', ({ actor, params, body, ip }) => admin.updateUser(actor, params.id, body, ip)),
  bind('uploadUserAvatar', ({ actor, params, files }) => admin.replaceAvatar(actor, params.id, files['avatar'])),
];
