import { definePage } from '@/composition/define-page';
import { loginWaysFeature } from '@/features/login-ways/login-ways-feature';
import { GoogleReturnScreen } from '@/screens/provider-return-screen';

export default definePage(GoogleReturnScreen, { layout: 'blank', noredirect: true, features: [loginWaysFeature] });
