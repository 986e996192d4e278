import { definePage } from '@/composition/define-page';
import { mailLinkFeature } from '@/features/identity/auth/mail-link-feature';
import { RevertEmailScreen } from '@/screens/identity/mail-link-screen';

export default definePage(RevertEmailScreen, { layout: 'blank', features: [mailLinkFeature], noredirect: true });
