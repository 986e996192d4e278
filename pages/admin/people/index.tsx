import { defineConsolePage } from '@/composition/define-console-page';
import { listExportFeature } from '@/features/operations/list-export/list-export-feature';
import { personFeature } from '@/features/operations/person/person-feature';
import { PeopleScreen } from '@/screens/operations/lazy-screens';
import { loadPeople } from '@/screens/operations/people-query';

export default defineConsolePage(PeopleScreen, {
  permission: 'readPeople',
  features: [personFeature, listExportFeature],
  load: loadPeople,
});
