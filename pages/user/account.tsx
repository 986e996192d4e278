import { definePage } from '@/composition/define-page';
import { accountFeature } from '@/features/account/account-feature';
import { loginWaysFeature } from '@/features/login-ways/login-ways-feature';
import { privacyFeature } from '@/features/privacy/privacy-feature';
import { reauthFeature } from '@/features/reauth/reauth-feature';
import { referenceFeature } from '@/features/reference/reference-feature';
import { securityFeature } from '@/features/security/security-feature';
import { accountPartWants } from '@/screens/account/account-query';
import { UserAccountScreen } from '@/screens/account/user-account-screen';

export default definePage(UserAccountScreen, {
  layout: 'primary',
  authenticate: true,
  features: [accountFeature, securityFeature, privacyFeature, reauthFeature, loginWaysFeature, referenceFeature],
  load: accountPartWants,
});
