import { defineStudioPage } from '@/composition/define-studio-page';
import { BulkUploadScreen } from '@/screens/content/bulk-upload-screen';

export default defineStudioPage(() => <BulkUploadScreen />);
