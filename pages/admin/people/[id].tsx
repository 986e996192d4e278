import { defineConsolePage } from '@/composition/define-console-page';
import { logFeature } from '@/features/operations/log/log-feature';
import { personFeature } from '@/features/operations/person/person-feature';
import { PersonScreen } from '@/screens/operations/lazy-screens';
import { loadPerson } from '@/screens/operations/people-query';

export default defineConsolePage(PersonScreen, {
  permission: 'readPeople',
  features: [personFeature, logFeature],
  load: loadPerson,
});
