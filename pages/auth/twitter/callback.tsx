import { definePage } from '@/composition/define-page';
import { loginWaysFeature } from '@/features/identity/auth/login-ways-feature';
import { TwitterReturnScreen } from '@/screens/identity/provider-return-screen';

export default definePage(TwitterReturnScreen, { layout: 'blank', noredirect: true, features: [loginWaysFeature] });
