import type { TuneName } from '../../music/tunes';
import type { PaletteName } from '../palettes';
import { openSheet } from '../picture';
import { createRandom } from '../random';
import { films } from './films';
import type { FilmName } from './films';
import type { Layer } from './layer';

export interface FilmRecipe {
  kind: 'film';
  film: FilmName;
  seed: number;
  palette: PaletteName;
  seconds: number;
  tune: TuneName;
  /** A teaser: only this many seconds from the start, without sound. */
  opening?: number;
}

export function drawFilm({ film, seed, palette, seconds }: FilmRecipe): Layer[] {
  const random = createRandom(seed);
  return films[film]((width, height) => openSheet(Math.round(width), Math.round(height), random, palette), seconds);
}
