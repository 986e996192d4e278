import { definePage } from '@/composition/define-page';
import { EmailVerifiedScreen } from '@/screens/identity/email-verified-screen';

export default definePage(EmailVerifiedScreen, { layout: 'blank', noredirect: true });
