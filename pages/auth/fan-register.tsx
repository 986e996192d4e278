import { definePage } from '@/composition/define-page';
import { usernameFeature } from '@/features/identity/auth/username-feature';
import { authFeature } from '@/features/identity/auth/auth-feature';
import { loginWaysFeature } from '@/features/identity/auth/login-ways-feature';
import { FanRegisterScreen } from '@/screens/identity/fan-register-screen';

export default definePage(FanRegisterScreen, {
  layout: 'blank',
  features: [authFeature, usernameFeature, loginWaysFeature],
});
