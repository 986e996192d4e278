import { definePage } from '@/composition/define-page';
import { doorFeature } from '@/features/door/door-feature';
import { ForgotPasswordScreen } from '@/screens/forgot-password-screen';

export default definePage(ForgotPasswordScreen, { layout: 'blank', features: [doorFeature], noredirect: true });
