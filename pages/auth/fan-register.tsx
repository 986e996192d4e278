import { definePage } from '@/composition/define-page';
import { doorFeature } from '@/features/door/door-feature';
import { loginWaysFeature } from '@/features/login-ways/login-ways-feature';
import { FanRegisterScreen } from '@/screens/fan-register-screen';

export default definePage(FanRegisterScreen, { layout: 'blank', features: [doorFeature, loginWaysFeature] });
