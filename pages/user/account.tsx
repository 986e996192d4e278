import { definePage } from '@/composition/define-page';
import { accountFeature } from '@/features/account/account-feature';
import { UserAccountScreen } from '@/screens/user-account-screen';

export default definePage(UserAccountScreen, { layout: 'primary', authenticate: true, features: [accountFeature] });
