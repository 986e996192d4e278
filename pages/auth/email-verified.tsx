import { definePage } from '@/composition/define-page';
import { mailLinkFeature } from '@/features/identity/auth/mail-link-feature';
import { VerifyEmailScreen } from '@/screens/identity/mail-link-screen';

export default definePage(VerifyEmailScreen, { layout: 'blank', features: [mailLinkFeature], noredirect: true });
