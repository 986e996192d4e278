import { creators } from './content/all-creators';
import { conversations } from './content/conversations';
import { fans } from './content/fans';
import { movements } from './content/movements';
import { categories } from './content/names';
import { payouts } from './content/payouts';
import { subscriptions } from './content/subscriptions';
import type { DemoSite, MediaRecipe } from './types';

/** The whole demo as data; nothing in it knows how or where it is stored. */
export const demoSite: DemoSite = {
  categories,
  creators,
  fans,
  conversations,
  subscriptions,
  movements,
  payouts,
};

const present = <T>(item: T | undefined): T[] => (item === undefined ? [] : [item]);

/** Every file the site needs, each once: portraits and covers first, films last, since they take longest. */
export function listRecipes(site: DemoSite): MediaRecipe[] {
  const people = [
    ...site.creators.flatMap(({ portrait, cover }) => [portrait, cover]),
    ...site.fans.flatMap(({ portrait }) => present(portrait)),
  ];
  const content = site.creators.flatMap(({ posts, galleries, videos, products, welcomeVideo }) => [
    ...posts.flatMap(({ pictures = [], film, audio, thumbnail, teaser }) => [
      ...pictures.map(({ recipe }) => recipe),
      ...[film, audio, thumbnail, teaser].flatMap((recipe) => present<MediaRecipe>(recipe)),
    ]),
    ...galleries.flatMap(({ photos }) => photos.map(({ recipe }) => recipe)),
    ...videos.flatMap(({ film, thumbnail, teaser }) => [film, thumbnail, ...present(teaser)]),
    ...products.flatMap(({ image, delivery }) => (delivery.type === 'digital' ? [image, delivery.file] : [image])),
    ...present(welcomeVideo),
  ]);
  const sent = site.conversations.flatMap(({ messages }) =>
    messages.flatMap(({ pictures = [], audio }) => [...pictures.map(({ recipe }) => recipe), ...present(audio)]),
  );
  const unique = new Map([...people, ...content, ...sent].map((recipe) => [JSON.stringify(recipe), recipe]));
  const order = ['portrait', 'picture', 'booklet', 'audio', 'film'];
  return [...unique.values()].toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}
