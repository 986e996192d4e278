import type { ComponentType } from 'react';
import { studioFeature } from '@/features/content/studio/studio-feature';
import { definePage, type PageComponent, type PageOptions } from './define-page';

export const defineStudioPage = (
  Screen: ComponentType,
  { features = [], load }: Pick<PageOptions, 'features' | 'load'> = {},
): PageComponent =>
  definePage(Screen, { layout: 'primary', onlyPerformer: true, features: [studioFeature, ...features], load });
