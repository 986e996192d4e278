import { defineConsolePage } from '@/composition/define-console-page';
import { jobFeature } from '@/features/operations/job/job-feature';
import { JobsScreen } from '@/screens/operations/lazy-screens';
import { loadJobs } from '@/screens/operations/jobs-query';

export default defineConsolePage(JobsScreen, { permission: 'manageJobs', features: [jobFeature], load: loadJobs });
