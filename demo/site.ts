import { creators } from './content/all-creators';
import { conversations } from './content/conversations';
import { fans } from './content/fans';
import { movements } from './content/movements';
import { categories } from './content/names';
import { subscriptions } from './content/subscriptions';
import type { DemoSite, MediaRecipe } from './types';
import { toCents } from '@contract/base/money';
import type { DemoPayout } from './types';

/** Requested payouts. Each is less than the available balance at the time. */
const payouts: readonly DemoPayout[] = [
  { creator: 'demo-creator', amount: toCents(150), requestedDaysAgo: 48, status: 'done', note: 'First one, thank you' },
  { creator: 'demo-creator', amount: toCents(120), requestedDaysAgo: 20, status: 'done', note: 'Rent and paper' },
  { creator: 'demo-creator', amount: toCents(80), requestedDaysAgo: 1, status: 'pending', note: '' },
];

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

export function listRecipes(site: DemoSite): MediaRecipe[] {
  const offered = site.creators.flatMap(({ galleries, videos, products, welcomeVideo }) => [
    ...galleries.flatMap(({ photos }) => photos.map(({ recipe }) => recipe)),
    ...videos.flatMap(({ film, thumbnail, teaser }) => [film, thumbnail, ...present(teaser)]),
    ...products.flatMap(({ image, delivery }) => (delivery.type === 'digital' ? [image, delivery.file] : [image])),
    ...present(welcomeVideo),
  ]);
  const people = [
    ...site.creators.flatMap(({ portrait, cover }) => [portrait, cover]),
    ...site.fans.flatMap(({ portrait }) => present(portrait)),
  ];
  const posts = site.creators.flatMap((creator) =>
    creator.posts.flatMap(({ pictures = [], film, audio, thumbnail, teaser }) => [
      ...pictures.map(({ recipe }) => recipe),
      ...[film, audio, thumbnail, teaser].flatMap((recipe) => present<MediaRecipe>(recipe)),
    ]),
  );
  const sent = site.conversations.flatMap(({ messages }) =>
    messages.flatMap(({ pictures = [], audio }) => [...pictures.map(({ recipe }) => recipe), ...present(audio)]),
  );
  return unique([...people, ...posts, ...sent, ...offered]);
}

const unique = (recipes: readonly MediaRecipe[]): MediaRecipe[] => [
  ...new Map(recipes.map((recipe) => [JSON.stringify(recipe), recipe])).values(),
];
