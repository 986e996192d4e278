import type { Scene } from './paper';
import { bicycle } from './scenes/bicycle';
import { buns, loaves } from './scenes/bread';
import { loom, quilt } from './scenes/cloth';
import { harbour, village } from './scenes/coast';
import { coffee } from './scenes/coffee';
import { flowers } from './scenes/flowers';
import { bench, guitarWall, soundHole } from './scenes/guitars';
import { forest, lake, mountains } from './scenes/land';
import { library } from './scenes/library';
import { market } from './scenes/market';
import { score, stage, vinyl } from './scenes/music';
import { aurora, moons, starTrails } from './scenes/night';
import { letters } from './scenes/letters';
import { origami, popUpCity } from './scenes/papercraft';
import { bouquet, bowls, shelves, vases } from './scenes/pottery';
import { stones } from './scenes/stones';
import { studio } from './scenes/studio';
import { paints, study } from './scenes/study';
import { supper } from './scenes/supper';
import { street } from './scenes/town';
import { windowSill } from './scenes/window';
import { wool } from './scenes/wool';

export const scenes = {
  flowers,
  study,
  paints,
  vases,
  bouquet,
  bowls,
  shelves,
  harbour,
  village,
  mountains,
  lake,
  forest,
  aurora,
  starTrails,
  moons,
  loaves,
  buns,
  supper,
  market,
  coffee,
  soundHole,
  guitarWall,
  bench,
  stage,
  vinyl,
  score,
  origami,
  popUpCity,
  letters,
  studio,
  stones,
  windowSill,
  library,
  wool,
  quilt,
  loom,
  street,
  bicycle,
} as const satisfies Record<string, Scene>;

export type SceneName = keyof typeof scenes;
