import type { TestApp } from '../harness/build-test-app';

/** An operator looks at a creator's documents and approves just these. @param key username or id */
export async function approveDocuments({ services }: TestApp, key: string): Promise<void> {
  const { revision } = await services.documentReview.read(key);
  await services.documentReview.approve(key, revision);
}

/** The same, but they reject them. */
export async function rejectDocuments({ services }: TestApp, key: string, reason: string): Promise<void> {
  const { revision } = await services.documentReview.read(key);
  await services.documentReview.reject(key, revision, reason);
}
