import { definePage } from '@/composition/define-page';
import { loginWaysFeature } from '@/features/login-ways/login-ways-feature';
import { referenceFeature } from '@/features/reference/reference-feature';
import { referenceWanted } from '@/features/reference/reference-slice';
import { LoginScreen } from '@/screens/login-screen';

export default definePage(LoginScreen, {
  layout: 'blank',
  features: [loginWaysFeature, referenceFeature],
  load: ({ query }) => (query['with'] === 'phone' ? [referenceWanted(['phoneCodes'])] : []),
});
