import { operators } from '@/features/operations/operator/operator-feature';

export const loadOperators = () => [operators.requested()];
