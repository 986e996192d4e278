import { definePage } from '@/composition/define-page';
import { loginWaysFeature } from '@/features/login-ways/login-ways-feature';
import { TwitterReturnScreen } from '@/screens/provider-return-screen';

export default definePage(TwitterReturnScreen, { layout: 'blank', noredirect: true, features: [loginWaysFeature] });
