import { definePage } from '@/composition/define-page';
import { authFeature } from '@/features/auth/auth-feature';
import { ResetPasswordScreen } from '@/screens/reset-password-screen';

export default definePage(ResetPasswordScreen, { layout: 'blank', features: [authFeature], noredirect: true });
