import { definePage } from '@/composition/define-page';
import { loginWaysFeature } from '@/features/identity/auth/login-ways-feature';
import { referenceFeature } from '@/features/site/reference/reference-feature';
import { referenceRequested } from '@/features/site/reference/reference-slice';
import { LoginScreen } from '@/screens/identity/login-screen';

export default definePage(LoginScreen, {
  layout: 'blank',
  features: [loginWaysFeature, referenceFeature],
  load: ({ query }) => (query['with'] === 'phone' ? [referenceRequested(['phoneCodes'])] : []),
});
