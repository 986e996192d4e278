import { definePage } from '@/composition/define-page';
import { loginWaysFeature } from '@/features/identity/auth/login-ways-feature';
import { GoogleReturnScreen } from '@/screens/identity/provider-return-screen';

export default definePage(GoogleReturnScreen, { layout: 'blank', noredirect: true, features: [loginWaysFeature] });
