import type { DemoSubscription } from '../types';
import type { CreatorName, FanName } from './names';

type Start = readonly [creator: CreatorName, type: DemoSubscription['type'], startedDaysAgo: number, autoRenew?: false];

/** Ada's free trial of Tomasz has run out. */
const starts: Record<FanName, readonly Start[]> = {
  'demo-fan': [['miraokafor', 'monthly', 27], ['callumreid', 'monthly', 16], ['tomaszbell', 'free', 40, false]],
  hollisgrey: [['demo-creator', 'monthly', 75], ['miraokafor', 'yearly', 60], ['dariovenn', 'monthly', 20]],
  priyaraman: [['demo-creator', 'yearly', 82], ['miraokafor', 'monthly', 12], ['ruitanabe', 'monthly', 9]],
  jonasekdahl: [['inescalloway', 'monthly', 35], ['suvilahti', 'monthly', 50], ['demo-creator', 'monthly', 41]],
  theomarchetti: [['demo-creator', 'monthly', 64], ['leobrandt', 'monthly', 33], ['beafontana', 'monthly', 14]],
  amaradiallo: [['demo-creator', 'monthly', 88], ['callumreid', 'monthly', 47], ['wenhalloran', 'monthly', 22]],
  gretalindqvist: [['demo-creator', 'yearly', 70], ['callumreid', 'monthly', 55], ['wenhalloran', 'monthly', 31], ['omarvasile', 'yearly', 44]],
  samirhaddad: [['suvilahti', 'monthly', 38], ['demo-creator', 'monthly', 19, false]],
  kitlawson: [['demo-creator', 'monthly', 57], ['beafontana', 'monthly', 29], ['inescalloway', 'monthly', 66, false]],
  desmondachebe: [['suvilahti', 'monthly', 61], ['leobrandt', 'yearly', 52], ['junoparkreyes', 'monthly', 26], ['demo-creator', 'free', 4]],
  lenahofer: [['miraokafor', 'monthly', 45], ['callumreid', 'monthly', 73], ['inescalloway', 'yearly', 36], ['tomaszbell', 'monthly', 28], ['junoparkreyes', 'monthly', 39], ['demo-creator', 'monthly', 6], ['omarvasile', 'yearly', 51]],
  pellenyman: [['callumreid', 'monthly', 24], ['maritsolberg', 'monthly', 18], ['suvilahti', 'free', 3]],
  ruthokonkwo: [['demo-creator', 'monthly', 49], ['junoparkreyes', 'monthly', 42], ['wenhalloran', 'free', 10, false]],
  'demo-operator': [],
}; // prettier-ignore

export const subscriptions: readonly DemoSubscription[] = Object.entries(starts).flatMap(([fan, list]) =>
  list.map(([creator, type, startedDaysAgo, autoRenew = true]) => ({
    fan: fan as FanName,
    creator,
    type,
    startedDaysAgo,
    autoRenew,
  })),
);
