import { Gift } from 'lucide-react';
import { ConversationRow } from '@/components/people/conversation-row';
import { DayDivider } from '@/components/basic/day-divider';
import { LockedCard } from '@/components/content/locked-card';
import { Media } from '@/components/media/media';
import { MessageBubble } from '@/components/people/message-bubble';
import { NotificationRow } from '@/components/people/notification-row';
import { Panel } from '@/components/layout/panel';
import { TipLine } from '@/components/content/tip-line';
import { TypingDots } from '@/components/basic/typing-dots';
import { Part, Sample } from './sample';
import { faces, works } from './stand-ins';
import styles from './styleguide.module.css';

const nothing = () => undefined;

/** Conversations, live chat, notifications. */
export function MessagesPart({ now }: { now: number }) {
  const iso = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
  return (
    <Part id="messages" title="Messages">
      <div className="cols2">
        <Sample name="MessageBubble, DayDivider, TipLine, TypingDots">
          <div className={styles.log}>
            <DayDivider label="Thursday 19 November" />
            <MessageBubble mine={false} author="Callum">
              Welcome aboard, Ada. Stories go out Tuesdays and Fridays, after dark your time.
            </MessageBubble>
            <MessageBubble mine author="Ada" gap state="seen" stateTime="21:10">
              I listened to part one twice. Did the keeper really exist?
            </MessageBubble>
            <DayDivider label="Today" />
            <MessageBubble
              mine={false}
              author="Callum"
              media={<Media src={works.sunrise} alt="The harbour at sunrise" width={1280} height={720} />}
            >
              <span>This is the cove. The light was where that roof is now.</span>
            </MessageBubble>
            <TipLine>You tipped Callum $5.00</TipLine>
            <DayDivider label="New" unread />
            <MessageBubble mine={false} author="Callum">
              He did. I found four of his letters in the county archive.
            </MessageBubble>
            <MessageBubble
              mine={false}
              author="Callum"
              media={
                <LockedCard
                  compact
                  title="Four letters"
                  kind="audio"
                  chips={['Audio, 12:30']}
                  inside="all four letters, read aloud, with the scans."
                  preview={{ src: works.locked, width: 1600, height: 1000 }}
                  action={{ label: 'Unlock for $3.00', onClick: nothing }}
                />
              }
            />
            <MessageBubble mine={false} author="Callum" deleted />
            <MessageBubble mine author="Ada" gap state="sending">
              Buying that one right away.
            </MessageBubble>
            <MessageBubble mine author="Ada" state="failed" onRetry={nothing} onDelete={nothing}>
              Is there a part three?
            </MessageBubble>
            <TypingDots name="Callum" />
          </div>
        </Sample>
        <div>
          <Sample name="ConversationRow">
            <div>
              <ConversationRow
                href="#a"
                name="Callum Reid"
                avatar={faces.callum}
                online
                preview="Sent you something with a price"
                lastAt={iso(2)}
                unread={2}
                current
              />
              <ConversationRow
                href="#b"
                name="Noor Adeyemi"
                avatar={faces.noor}
                preview="You: The madder wash worked!"
                lastAt={iso(64)}
                pinned
              />
              <ConversationRow
                href="#c"
                name="Mira Okafor"
                avatar={faces.mira}
                preview="The cracked one is yours if you want it."
                lastAt={iso(1600)}
                unread={1}
              />
            </div>
          </Sample>
          <Sample name="NotificationRow">
            <Panel flush>
              <NotificationRow
                href="#n1"
                createdAt={iso(26)}
                unread
                person={{ name: 'Mira', avatar: faces.mira }}
                thumb={works.vases}
              >
                <b>Mira Okafor</b> posted 11 photos from the Thursday kiln
              </NotificationRow>
              <NotificationRow href="#n2" createdAt={iso(120)} unread icon={Gift}>
                <b>Callum Reid</b> thanked you for $5.00
              </NotificationRow>
              <NotificationRow href="#n3" createdAt={iso(1500)} person={{ name: 'Noor', avatar: faces.noor }}>
                Your subscription to <b>Noor Adeyemi</b> renews on 21 December for $10.20
              </NotificationRow>
            </Panel>
          </Sample>
        </div>
      </div>
    </Part>
  );
}
