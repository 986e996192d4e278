import type { CreatorName, FanName } from '../content/names';

export const show = {
  host: 'inescalloway',
  title: 'Test pressing, side one',
  description: 'It turns, we listen. Say what you hear.',
  fans: ['jonasekdahl', 'theomarchetti', 'lenahofer'],
} as const satisfies { host: CreatorName; title: string; description: string; fans: readonly FanName[] };

/** Repeats after a pause. */
export const lines: readonly { by: (typeof show)['host'] | (typeof show.fans)[number]; text: string }[] = [
  { by: 'inescalloway', text: 'Evening. Tea is on, the needle is down.' },
  { by: 'jonasekdahl', text: 'Good evening from a very dark Uppsala.' },
  { by: 'lenahofer', text: 'That low D again. My cat has left the room.' },
  { by: 'inescalloway', text: 'Tell your cat it gets friendlier from the second phrase on.' },
  { by: 'theomarchetti', text: 'Is the crackle the pressing, or the room?' },
  { by: 'inescalloway', text: 'The room. I breathe.' },
  { by: 'jonasekdahl', text: 'Keep it in. It is how I know that you are there.' },
  { by: 'lenahofer', text: 'Cat is back.' },
  { by: 'inescalloway', text: 'Side two on Sunday. Same table, same tea.' },
];
