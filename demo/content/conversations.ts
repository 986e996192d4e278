import type { DemoConversation, DemoMessage } from '../types';
import { days, hours, picture } from './build';

const fan = (minutesAgo: number, text: string, more: Partial<DemoMessage> = {}): DemoMessage => ({
  from: 'fan',
  minutesAgo,
  text,
  ...more,
});
const creator = (minutesAgo: number, text: string, more: Partial<DemoMessage> = {}): DemoMessage => ({
  from: 'creator',
  minutesAgo,
  text,
  ...more,
});

const ofTheDemoFan: readonly DemoConversation[] = [
  {
    fan: 'demo-fan',
    creator: 'callumreid',
    unread: 2,
    messages: [
      creator(days(16), 'Welcome aboard, Ada. Stories go out Tuesdays and Fridays, after dark your time.'),
      fan(days(2) + 90, 'I listened to part one twice. Did the keeper really exist?'),
      creator(days(2), 'This is the cove, as it was. The light stood where that roof is now.', {
        pictures: [picture('A lighthouse on a headland at dusk', 'harbour', 18, 'ember', '4:3')],
        sale: { key: 'callum/message-cove', price: 2 },
      }),
      fan(days(1) + hours(3), 'Unlocked. It is smaller than I thought, and much lonelier.'),
      fan(days(1) + hours(2), 'Tip: $5.00', { tip: 5 }),
      creator(34, 'He did. I found four of his letters in the county archive.'),
      creator(32, 'All four letters, read aloud, with the scans. Bring a handkerchief for the third.', {
        audio: { kind: 'audio', tune: 'harbour story', seed: 13, seconds: 30 },
        sale: { key: 'callum/message-four-letters', price: 3 },
      }),
    ],
  },
  {
    fan: 'demo-fan',
    creator: 'demo-creator',
    unread: 1,
    messages: [
      fan(days(6), 'Hello Noor. Before I subscribe: do I need good paper, or is the pad from the corner shop enough?'),
      creator(
        days(5) + hours(20),
        'The pad is enough for drawing and enough to learn washes. It will curl. Tape it on all four sides and forgive it.',
      ),
      fan(days(5) + hours(18), 'Taped and forgiven.'),
      fan(hours(26), 'The madder wash worked!', {
        pictures: [picture('A painted flower on a sheet of paper', 'study', 45, 'clay', '4:5')],
      }),
      creator(
        hours(1),
        'Ada! Look at that edge. You waited overnight, I can tell. Next time leave a little white on the left, there.',
      ),
    ],
  },
  {
    fan: 'demo-fan',
    creator: 'miraokafor',
    unread: 1,
    messages: [
      creator(days(27), 'You are in. Thursday evening I open the kiln and you see it before I do, nearly. Bring tea.'),
      fan(
        days(12),
        'The cup arrived and I have drunk from nothing else since. It leans a little to the left, like me.',
      ),
      creator(days(12) - 200, 'Then it went to the right house.'),
      fan(hours(4), 'Is the tall one with the wheat really free?'),
      creator(
        hours(3),
        'It is. And the cracked one is yours if you want it, for the postage. Gold lacquer would suit it.',
      ),
    ],
  },
  {
    fan: 'demo-fan',
    creator: 'junoparkreyes',
    unread: 0,
    messages: [
      fan(days(9), 'Lower back, since I started working from the kitchen table. Worst in the morning.'),
      creator(
        days(8) + hours(20),
        'Thank you for being exact. Raise the screen by two cookbooks, stand up when the kettle is on, and do Monday’s sheet twice.',
      ),
      fan(days(3), 'Two cookbooks and a dictionary. It is better. I do not quite believe it.'),
      creator(days(1) + hours(9), 'Four slow breaths before you get up, here is something to do them to.', {
        audio: { kind: 'audio', tune: 'northern night', seed: 4, seconds: 30 },
      }),
      fan(days(1) + hours(8), 'Breathing.'),
    ],
  },
  {
    fan: 'demo-fan',
    creator: 'inescalloway',
    unread: 0,
    messages: [
      creator(days(10), 'Sunday requests are open. A key and a mood, please.'),
      fan(days(1) + hours(10), 'Could you play the one in D minor? Mood: waiting for a late train, not unhappily.'),
    ],
  },
  {
    fan: 'demo-fan',
    creator: 'beafontana',
    unread: 0,
    messages: [
      fan(days(4), 'My risotto tastes of nothing and salt, in that order.'),
      creator(
        days(3) + hours(5),
        'Half the salt, and taste first. Then a spoon of cold butter off the heat, and lie about the wine.',
      ),
    ],
  },
  {
    fan: 'demo-fan',
    creator: 'leobrandt',
    unread: 0,
    messages: [
      fan(days(10) + hours(1), 'Tip: $5.00', { tip: 5 }),
      creator(days(10), 'Thank you for the tip! It becomes a fret. I will tell you which one.'),
    ],
  },
];

/** Ada's conversations are above. */
const ofTheDemoCreator: readonly DemoConversation[] = [
  {
    fan: 'priyaraman',
    creator: 'demo-creator',
    unread: 1,
    messages: [
      creator(
        days(20),
        'Priya, you asked for the palette of the violet sheet. Here it is with every mix, and the sheet itself.',
        {
          pictures: [picture('Flowers on a violet ground', 'flowers', 50, 'plum', '4:5')],
          sale: { key: 'noor/message-violet-palette', price: 4 },
        },
      ),
      fan(days(19), 'Bought, printed, stuck above the sink. My violets have stopped looking bruised.'),
      creator(days(18), 'That is the kindest review I have had this year.'),
      fan(22, 'Do you take commissions for a wedding? Only six plants. Only in May.'),
    ],
  },
  {
    fan: 'theomarchetti',
    creator: 'demo-creator',
    unread: 1,
    messages: [
      fan(days(3), 'I bought the wrong madder. I knew it was the wrong one. I bought it anyway because of the tube.'),
      creator(days(3) - 240, 'We have all married a tube. Use it for shadows, it is a good shadow.'),
      fan(hours(2), 'It IS a good shadow. Sending proof.', {
        pictures: [picture('A vase of flowers with deep shadows', 'bouquet', 21, 'ember', '4:5')],
      }),
    ],
  },
  {
    fan: 'gretalindqvist',
    creator: 'demo-creator',
    unread: 0,
    messages: [
      fan(days(14), 'How do you keep the paper from buckling in winter? My studio is either a sauna or a cellar.'),
      creator(
        days(13),
        'Stretch it on a board the evening before and leave the board in the colder room. It will complain, then it will behave.',
      ),
      fan(days(12), 'It complained. It behaved. Thank you.'),
      fan(days(12) - 30, 'Tip: $10.00', { tip: 10 }),
      creator(days(11), 'Greta, that is a whole brush. I shall name it after you.'),
    ],
  },
  {
    fan: 'samirhaddad',
    creator: 'demo-creator',
    unread: 0,
    messages: [
      fan(
        days(7),
        'May I show your post about failures to my drawing class? Twelve adults, all of them afraid of paper.',
      ),
      creator(days(6) + hours(22), 'Please do. And tell them the drawer is full and I am still allowed to paint.'),
      fan(days(5), 'They clapped. One of them has started a drawer.'),
    ],
  },
  {
    fan: 'ruthokonkwo',
    creator: 'demo-creator',
    unread: 1,
    messages: [
      creator(days(49), 'Welcome to the painting table, Ruth. What grows on your windowsill?'),
      fan(days(48), 'A basil that hates me and a cactus that does not care.'),
      creator(days(47), 'Paint the cactus. It holds still.'),
      fan(hours(9), 'Forty days of cactus. I think it likes me now.', {
        pictures: [picture('A plant and books on a window sill', 'windowSill', 23, 'citrus', '4:5')],
      }),
    ],
  },
  {
    fan: 'desmondachebe',
    creator: 'demo-creator',
    unread: 0,
    messages: [
      creator(
        days(4),
        'Welcome to the painting table. Start with the poppies if you are new to washes, with the fern if you like to draw.',
      ),
      fan(days(3) + hours(12), 'I like to draw. The fern it is. I may be some time.'),
    ],
  },
];

const ofOthers: readonly DemoConversation[] = [
  {
    fan: 'lenahofer',
    creator: 'callumreid',
    unread: 0,
    messages: [
      fan(days(8), 'I sent you the blue letter. I did not expect to see it on your desk.'),
      creator(
        days(7) + hours(20),
        'It made me stop what I was doing for an afternoon. It will be the cook’s story, you will know the line.',
      ),
      fan(days(7), 'I shall be listening with the lamp down.'),
    ],
  },
  {
    fan: 'jonasekdahl',
    creator: 'suvilahti',
    unread: 1,
    messages: [
      fan(days(2), 'You wrote "socks" and I went out in socks. Only socks.'),
      creator(days(2) - 35, 'The message was meant to make you put them ON.'),
      fan(days(2) - 40, 'It was magnificent anyway. My neighbours agree.'),
    ],
  },
  {
    fan: 'hollisgrey',
    creator: 'dariovenn',
    unread: 0,
    messages: [
      fan(days(5), 'It goes creak, creak, creak, but only when I am proud of myself.'),
      creator(
        days(5) - 60,
        'Uphill, then. It is the saddle. Tighten the bolt underneath, a drop of oil on the rails, stay humble.',
      ),
      fan(days(2) + 20, 'It was the saddle.'),
    ],
  },
];

export const conversations: readonly DemoConversation[] = [...ofTheDemoFan, ...ofTheDemoCreator, ...ofOthers];
