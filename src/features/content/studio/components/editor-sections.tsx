import { Film } from 'lucide-react';
import type { ComponentType } from 'react';
import type { StudioKindName } from '@/config/item-names';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { controlIds, type DraftProblems } from '../draft-problems';
import { draftChanged, selectDraft } from '../studio-slice';
import { AudienceChoice } from './audience-choice';
import { EditorWords, PostTools } from './editor-words';
import { ExtraFiles, VideoExtras } from './extra-files';
import { FilePlace } from './file-place';
import { FileTray } from './file-tray';
import { ParticipantsField } from './participants-field';
import { PollEditor } from './poll-editor';
import { ScheduleChoice } from './schedule-choice';
import { TagsField } from './tags-field';

interface SectionProps {
  problems: DraftProblems;
}

function PostWords({ problems }: SectionProps) {
  return (
    <EditorWords problems={problems}>
      <PostTools />
    </EditorWords>
  );
}

function PollSection({ problems }: SectionProps) {
  const dispatch = useAppDispatch();
  const { poll } = useAppSelector(selectDraft);
  if (!poll) return null;
  return (
    <PollEditor
      id={controlIds.poll}
      poll={poll}
      error={problems.poll}
      onChange={(changed) => dispatch(draftChanged({ poll: changed }))}
    />
  );
}

const AssetWords = ({ problems }: SectionProps) => (
  <EditorWords problems={problems} label="Description" placeholder="Describe it. Everyone can read this." />
);

const FilmPlace = ({ problems }: SectionProps) => (
  <FilePlace
    problems={problems}
    kind="video"
    icon={Film}
    title="Drop your video here"
    hint="MP4, MOV, WebM or MKV, up to 2 GB"
    button="Choose a video"
  />
);

/** What an editor is made of, by the kind of the item, from above to below. Each shows when there is something to it. */
export const editorSections: Record<StudioKindName, ComponentType<SectionProps>[]> = {
  feed: [PostWords, FileTray, PollSection, AudienceChoice, ExtraFiles, ScheduleChoice],
  video: [AssetWords, FilmPlace, AudienceChoice, VideoExtras, TagsField, ParticipantsField, ScheduleChoice],
};
