import { definePage } from '@/composition/define-page';
import { LoginScreen } from '@/screens/login-screen';

export default definePage(LoginScreen, { layout: 'blank' });
