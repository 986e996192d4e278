import { definePage } from '@/composition/define-page';
import { doorFeature } from '@/features/door/door-feature';
import { ResetPasswordScreen } from '@/screens/reset-password-screen';

export default definePage(ResetPasswordScreen, { layout: 'blank', features: [doorFeature], noredirect: true });
