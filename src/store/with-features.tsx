import { useEffect, useState, type ComponentType } from 'react';
import { useStore } from 'react-redux';
import type { Feature } from './feature';

interface GrowingStore {
  addFeatures(features: readonly Feature[]): void;
}

/**
 * Adds features to the store while the component is mounted, for parts that load after the page.
 *
 * @param features the same array on every render
 * @returns true once the store has them
 */
export function useFeatures(features: readonly Feature[]): boolean {
  const store = useStore() as unknown as GrowingStore;
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    store.addFeatures(features);
    setIsReady(true);
  }, [store, features]);
  return isReady;
}

/** Wraps a component that needs features outside the page's initial scripts. Renders nothing until the store has them. */
export function withFeatures<P extends object>(Component: ComponentType<P>, features: readonly Feature[]) {
  return function WithFeatures(props: P) {
    return useFeatures(features) ? <Component {...props} /> : null;
  };
}
