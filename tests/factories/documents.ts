import type { TestApp } from '../harness/build-test-app';

/** Approves as an operator who has just read the documents. @param key username or id */
export async function approveDocuments({ services }: TestApp, key: string): Promise<void> {
  const { revision } = await services.documentReview.read(key);
  await services.documentReview.approve(key, revision);
}

export async function rejectDocuments({ services }: TestApp, key: string, reason: string): Promise<void> {
  const { revision } = await services.documentReview.read(key);
  await services.documentReview.reject(key, revision, reason);
}
