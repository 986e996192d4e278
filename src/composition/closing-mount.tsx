import { ClosingBar } from '@/features/identity/privacy/components/closing-bar';
import { privacyFeature } from '@/features/identity/privacy/privacy-feature';
import { browserStore } from './browser-store';

const bringFeature = () => browserStore().addFeatures([privacyFeature]);

/** The way back for an account that is to be deleted, with the state and sagas it needs. */
export function ClosingMount() {
  return <ClosingBar onShown={bringFeature} />;
}
