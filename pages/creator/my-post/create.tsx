import { defineStudioPage } from '@/composition/define-studio-page';
import { EditItemScreen } from '@/screens/content/edit-item-screen';

export default defineStudioPage(() => <EditItemScreen kind="feed" />);
