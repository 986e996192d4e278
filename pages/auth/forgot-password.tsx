import { definePage } from '@/composition/define-page';
import { authFeature } from '@/features/identity/auth/auth-feature';
import { ForgotPasswordScreen } from '@/screens/identity/forgot-password-screen';

export default definePage(ForgotPasswordScreen, { layout: 'blank', features: [authFeature], noredirect: true });
