import { defineStudioPage } from '@/composition/define-studio-page';
import { loadOwnItems } from '@/screens/content/own-items-query';
import { OwnItemsScreen } from '@/screens/content/own-items-screen';

export default defineStudioPage(() => <OwnItemsScreen kind="gallery" />, { load: loadOwnItems('gallery') });
