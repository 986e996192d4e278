import type { PictureRecipe } from '../draw/picture';
import type { DemoAccess, DemoComment, DemoPicture, PortraitRecipe } from '../types';
import type { CreatorName, FanName } from './names';

export const hours = (count: number): number => count * 60;
export const days = (count: number): number => count * 24 * 60;

export const draw = (
  scene: PictureRecipe['scene'],
  seed: number,
  palette: PictureRecipe['palette'],
  ratio: PictureRecipe['ratio'],
): PictureRecipe => ({
  kind: 'picture',
  scene,
  seed,
  palette,
  ratio,
});

export const picture = (alt: string, ...recipe: Parameters<typeof draw>): DemoPicture => ({
  alt,
  recipe: draw(...recipe),
});

export const portrait = (look: PortraitRecipe['look']): PortraitRecipe => ({ kind: 'portrait', look });

export const said = (
  by: FanName | CreatorName,
  minutesAgo: number,
  text: string,
  replies: readonly DemoComment[] = [],
): DemoComment => ({ by, minutesAgo, text, replies });

export const everyone: DemoAccess = { kind: 'everyone' };
export const platform: DemoAccess = { kind: 'platform' };
export const subscribers: DemoAccess = { kind: 'subscribers' };
export const sale = (price: number): DemoAccess => ({ kind: 'sale', price });
