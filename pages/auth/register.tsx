import { definePage } from '@/composition/define-page';
import { RegisterScreen } from '@/screens/identity/register-screen';

export default definePage(RegisterScreen, { layout: 'blank' });
