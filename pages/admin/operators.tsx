import { defineConsolePage } from '@/composition/define-console-page';
import { operatorFeature } from '@/features/operations/operator/operator-feature';
import { personFeature } from '@/features/operations/person/person-feature';
import { loadOperators } from '@/screens/operations/operators-query';
import { OperatorsScreen } from '@/screens/operations/lazy-screens';

export default defineConsolePage(OperatorsScreen, {
  permission: 'readLog',
  features: [operatorFeature, personFeature],
  load: loadOperators,
});
