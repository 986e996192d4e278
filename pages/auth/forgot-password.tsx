import { definePage } from '@/composition/define-page';
import { authFeature } from '@/features/auth/auth-feature';
import { ForgotPasswordScreen } from '@/screens/forgot-password-screen';

export default definePage(ForgotPasswordScreen, { layout: 'blank', features: [authFeature], noredirect: true });
