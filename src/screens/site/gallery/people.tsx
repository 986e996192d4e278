import { Button } from '@/components/basic/button';
import { Avatar } from '@/components/people/avatar';
import { ConversationRow } from '@/components/people/conversation-row';
import { CreatorCard } from '@/components/people/creator-card';
import { MessageBubble } from '@/components/people/message-bubble';
import { OvalGroup } from '@/components/people/oval-group';
import { PersonRow } from '@/components/people/person-row';
import { LockedCard } from '@/components/content/locked-card';
import { State, type GalleryEntry } from './entry';
import { BROKEN_PICTURE, leo, LONG_NAME, LONG_TEXT, minutesAgo, noop, noor, suvi } from './samples';
import styles from './gallery.module.css';

const bubbleStates = ['sending', 'waiting', 'sent', 'seen', 'failed'] as const;

export const people: GalleryEntry[] = [
  {
    name: 'Avatar',
    file: 'people/avatar.tsx',
    Show: () => (
      <>
        <State label="size: xs, sm, md, lg, xl, xxl" isRow>
          {(['xs', 'sm', 'md', 'lg', 'xl', 'xxl'] as const).map((size) => (
            <Avatar key={size} name={noor.name} src={noor.avatar} size={size} />
          ))}
        </State>
        <State label="no picture; no name; a picture that does not load" isRow>
          <Avatar name={noor.name} />
          <Avatar name="" />
          <Avatar name={leo.name} src={BROKEN_PICTURE} />
        </State>
        <State label="online; live; live with tag" isRow>
          <Avatar name={leo.name} src={leo.avatar} size="lg" online />
          <Avatar name={leo.name} src={leo.avatar} size="lg" live />
          <Avatar name={leo.name} src={leo.avatar} size="lg" live tag />
        </State>
        <State label="rim, over a cover">
          <div className={styles.photo}>
            <Avatar name={suvi.name} src={suvi.avatar} size="lg" rim />
          </div>
        </State>
      </>
    ),
  },
  {
    name: 'ConversationRow',
    file: 'people/conversation-row.tsx',
    Show: () => (
      <div>
        <ConversationRow {...noor} online preview="See you on Thursday" lastAt={minutesAgo(2)} unread={3} />
        <ConversationRow {...leo} preview="Thank you!" lastAt={minutesAgo(3_000)} current />
        <ConversationRow {...suvi} preview="Photo" lastAt={minutesAgo(50_000)} muted />
        <ConversationRow
          href="/messages/4"
          name={LONG_NAME}
          preview={LONG_TEXT}
          lastAt={minutesAgo(90_000)}
          unread={120}
          muted
        />
      </div>
    ),
  },
  {
    name: 'CreatorCard',
    file: 'people/creator-card.tsx',
    isWide: true,
    Show: () => (
      <div className="grid-creators">
        <CreatorCard {...noor} craft="Botanical drawings" monthlyPrice={8.5} verified online />
        <CreatorCard {...leo} craft="Songs from the kitchen" monthlyPrice={5} trialDays={7} live />
        <CreatorCard {...suvi} craft="Northern nights" monthlyPrice={0} />
        <CreatorCard href="/long" name={LONG_NAME} craft={LONG_TEXT} verified />
      </div>
    ),
  },
  {
    name: 'MessageBubble',
    file: 'people/message-bubble.tsx',
    Show: () => (
      <>
        <State label="theirs, mine, with a gap">
          <MessageBubble mine={false} author="Noor">
            Did the seeds arrive?
          </MessageBubble>
          <MessageBubble mine author="You" gap>
            They did, and the first ones are in the ground.
          </MessageBubble>
          <MessageBubble mine={false} author="Noor" gap>
            {LONG_TEXT}
          </MessageBubble>
        </State>
        <State label="state of mine">
          {bubbleStates.map((state) => (
            <MessageBubble
              key={state}
              mine
              author="You"
              gap
              state={state}
              stateTime="21:10"
              onRetry={noop}
              onDelete={noop}
            >
              {state}
            </MessageBubble>
          ))}
        </State>
        <State label="deleted; media with a caption">
          <MessageBubble mine={false} author="Noor" deleted />
          <MessageBubble
            mine={false}
            author="Noor"
            gap
            media={
              <LockedCard
                compact
                kind="photo"
                title="Three photos"
                chips={['3 photos']}
                preview={{ src: '/art/sample-locked.webp', width: 480, height: 600 }}
                action={{ label: 'Unlock for $6.00' }}
              />
            }
          >
            From this morning
          </MessageBubble>
        </State>
      </>
    ),
  },
  {
    name: 'OvalGroup',
    file: 'people/oval-group.tsx',
    Show: () => (
      <OvalGroup
        ovals={['botanical', 'noor', 'bread', 'leo', 'aurora', 'paper'].map((name) => ({
          src: `/art/${name}.webp`,
          live: name === 'leo',
        }))}
      />
    ),
  },
  {
    name: 'PersonRow',
    file: 'people/person-row.tsx',
    Show: () => (
      <div className="stack">
        <PersonRow {...noor} verified online meta="@noor" action={<Button size="sm">Follow</Button>} />
        <PersonRow {...leo} live size="lg" meta="Live now" />
        <PersonRow name={suvi.name} size="sm" />
        <PersonRow name={LONG_NAME} verified meta={LONG_TEXT} action={<Button size="sm">Follow</Button>} />
      </div>
    ),
  },
];
