import { definePage } from '@/composition/define-page';
import { mailLinkFeature } from '@/features/identity/auth/mail-link-feature';
import { EndSessionScreen } from '@/screens/identity/mail-link-screen';

export default definePage(EndSessionScreen, { layout: 'blank', features: [mailLinkFeature], noredirect: true });
