import { operatorsRequested } from '@/features/operations/operator/operator-feature';

export const loadOperators = () => [operatorsRequested()];
