import { definePage } from '@/composition/define-page';
import { mailLinkFeature } from '@/features/identity/auth/mail-link-feature';
import { ChangeEmailScreen } from '@/screens/identity/mail-link-screen';

export default definePage(ChangeEmailScreen, { layout: 'blank', features: [mailLinkFeature], noredirect: true });
