import { AgeSheet } from '@/features/identity/first-steps/components/age-sheet';
import { firstStepsFeature } from '@/features/identity/first-steps/first-steps-feature';
import { browserStore } from './browser-store';

const bringFeature = () => browserStore().addFeatures([firstStepsFeature]);

/** The question, with the state and sagas it needs. */
export function AgeQuestion() {
  return <AgeSheet onShown={bringFeature} />;
}
