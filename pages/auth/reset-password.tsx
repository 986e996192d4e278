import { definePage } from '@/composition/define-page';
import { authFeature } from '@/features/identity/auth/auth-feature';
import { ResetPasswordScreen } from '@/screens/identity/reset-password-screen';

export default definePage(ResetPasswordScreen, { layout: 'blank', features: [authFeature], noredirect: true });
