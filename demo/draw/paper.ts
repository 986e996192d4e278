import type { Colour } from './colour';
import { mix } from './colour';
import type { Palette } from './palettes';
import type { Random } from './random';

/** Canvas of a scene: size in pixels, random source and colors. `unit` is a hundredth of the shorter side. */
export interface Sheet {
  width: number;
  height: number;
  unit: number;
  random: Random;
  palette: Palette;
  id(): string;
}

/** @returns the SVG elements, from back to front */
export type Scene = (sheet: Sheet) => string;

/** Formats a number for SVG, with one decimal: a pixel needs no more. */
export const n = (value: number): string => String(Math.round(value * 10) / 10);

interface CutOptions {
  /** Height above the layer below: 0 lies flat, 1 is a normal sheet. */
  depth?: number;
  /** SVG transform of the shape. The shadow falls in the same direction whatever the transform. */
  at?: string;
  /** Scale within `at`, needed so that the shadow is not scaled too. */
  scale?: number;
  opacity?: number;
}

/** A soft shadow: ever wider, almost transparent outlines. SVG blur filters would take a second for a 1600 px drawing. */
export function getShadow(d: string, depth: number, at = '', scale = 1): string {
  if (depth <= 0) return '';
  const rings = [7, 14, 22, 31].map(
    (width) => `<path transform="${at}" d="${d}" fill="none" stroke-width="${n((width * depth) / scale)}"/>`,
  );
  const shift = `translate(${n(4 * depth)} ${n(10 * depth)})`;
  return `<g transform="${shift}" fill="#180c08" stroke="#180c08" stroke-opacity=".05" stroke-linejoin="round"><path transform="${at}" d="${d}" fill-opacity=".2" stroke="none"/>${rings.join('')}</g>`;
}

/** A piece of cut paper with its shadow and a bright edge. */
export function cut(d: string, fill: string, { depth = 1, at = '', scale = 1, opacity = 1 }: CutOptions = {}): string {
  const edge =
    depth > 0
      ? `<path transform="${at}" d="${d}" fill="none" stroke="#fff" stroke-opacity=".16" stroke-width="${n(1.6 / scale)}"/>`
      : '';
  return `${getShadow(d, depth, at, scale)}<path transform="${at}" d="${d}" fill="${fill}" fill-opacity="${opacity}"/>${edge}`;
}

/** Paint on paper, without a shadow. */
export const flat = (d: string, fill: string, opacity = 1): string =>
  `<path d="${d}" fill="${fill}" fill-opacity="${opacity}"/>`;

export const line = (d: string, colour: Colour, width: number, opacity = 1): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-opacity="${opacity}" stroke-linecap="round" stroke-linejoin="round"/>`;

export function inside(sheet: Sheet, d: string, content: string): string {
  const id = sheet.id();
  return `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${content}</g>`;
}

/** A vertical (`angle` 0) or diagonal (`angle` 1) gradient. */
function blend(sheet: Sheet, from: Colour, to: Colour, angle = 0): { defs: string; paint: string } {
  const id = sheet.id();
  const defs = `<linearGradient id="${id}" x1="0" y1="0" x2="${angle}" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;
  return { defs, paint: `url(#${id})` };
}

export function backdrop(
  sheet: Sheet,
  from: Colour = sheet.palette.ground[0],
  to: Colour = sheet.palette.ground[1],
  angle = 0,
): string {
  const { defs, paint } = blend(sheet, from, to, angle);
  return `${defs}<rect width="${sheet.width}" height="${sheet.height}" fill="${paint}"/>`;
}

export function windowLight({ width, height, random }: Sheet, opacity = 0.18): string {
  const left = random.between(0.05, 0.45) * width;
  const slant = random.between(0.25, 0.45) * width * (random.chance(0.5) ? 1 : -1);
  const pane = (offset: number, breadth: number) =>
    `<path d="M${n(left + offset)} 0h${n(breadth)}l${n(slant)} ${height}h${n(-breadth)}Z" fill="#fff6e2" opacity="${opacity}"/>`;
  return pane(0, width * 0.14) + pane(width * 0.18, width * 0.14);
}

export function vignette(sheet: Sheet, opacity = 0.28): string {
  const id = sheet.id();
  const stop = mix(sheet.palette.ink, '#000000', 0.3);
  return `<radialGradient id="${id}" cx=".5" cy=".48" r=".75"><stop offset=".55" stop-color="${stop}" stop-opacity="0"/><stop offset="1" stop-color="${stop}" stop-opacity="${opacity}"/></radialGradient><rect width="${sheet.width}" height="${sheet.height}" fill="url(#${id})"/>`;
}
