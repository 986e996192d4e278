import { patchNextClient } from '@/composition/patch-next-client';
import '../styles/fonts.css';
import '../styles/tokens.css';
import '../styles/base.css';

export { App as default } from '@/composition/app';

if (typeof window !== 'undefined') patchNextClient();
