import { jobsData } from '@/features/operations/job/job-feature';

export const loadJobs = () => [jobsData.requested()];
