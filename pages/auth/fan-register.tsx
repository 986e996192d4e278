import { definePage } from '@/composition/define-page';
import { authFeature } from '@/features/auth/auth-feature';
import { loginWaysFeature } from '@/features/login-ways/login-ways-feature';
import { FanRegisterScreen } from '@/screens/fan-register-screen';

export default definePage(FanRegisterScreen, { layout: 'blank', features: [authFeature, loginWaysFeature] });
