import { defineStudioPage } from '@/composition/define-studio-page';
import { referenceFeature } from '@/features/site/reference/reference-feature';
import { EditItemScreen } from '@/screens/content/edit-item-screen';

export default defineStudioPage(() => <EditItemScreen kind="product" />, { features: [referenceFeature] });
