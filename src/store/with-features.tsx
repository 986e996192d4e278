import { useEffect, useState, type ComponentType } from 'react';
import { useStore } from 'react-redux';
import type { Feature } from './feature';

/** The store as features may know it: it takes more of them at any time. */
interface GrowingStore {
  addFeatures(features: readonly Feature[]): void;
}

/**
 * Brings features along with what is drawn, for pages that came without them.
 *
 * @param features the same ones each time.
 * @returns whether the store has them.
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

/**
 * A component that brings its own features along, for parts that are loaded when they are first wanted: their state and
 * sagas then stay out of the page's first scripts. Renders nothing until the store has them.
 */
export function withFeatures<P extends object>(Component: ComponentType<P>, features: readonly Feature[]) {
  return function WithFeatures(props: P) {
    return useFeatures(features) ? <Component {...props} /> : null;
  };
}
