import { Film, Images } from 'lucide-react';
import type { ComponentType } from 'react';
import type { StudioKindName } from '@/config/item-names';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { controlIds, type DraftProblems } from '../draft-problems';
import { takenWords } from '../file-rules';
import { draftChanged, selectDraft } from '../studio-slice';
import { AudienceChoice } from './audience-choice';
import { EditorWords, PostTools } from './editor-words';
import { ExtraFiles, ProductPicture, VideoExtras } from './extra-files';
import { FilePlace } from './file-place';
import { FileTray } from './file-tray';
import { GalleryChoice } from './gallery-choice';
import { GoodsChoice } from './goods-choice';
import { ParticipantsField } from './participants-field';
import { PollEditor } from './poll-editor';
import { ScheduleChoice } from './schedule-choice';
import { StoredPhoto } from './stored-photo';
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

const ProductWords = ({ problems }: SectionProps) => (
  <EditorWords
    problems={problems}
    titleLabel="Name"
    label="Description"
    placeholder="What it is, how large, what it is made of"
  />
);

const FilmPlace = ({ problems }: SectionProps) => (
  <FilePlace
    problems={problems}
    kind="video"
    icon={Film}
    title="Drop your video here"
    hint={takenWords.video}
    button="Choose a video"
  />
);

const PhotosPlace = ({ problems }: SectionProps) => (
  <FilePlace
    problems={problems}
    kind="photo"
    multiple
    icon={Images}
    title="Drop your photos here"
    hint={`As many as you like. ${takenWords.photo} each`}
    button="Choose photos"
  />
);

/** New photos are files; the picture of a stored one stays. */
function PhotoPlace({ problems }: SectionProps) {
  const { id } = useAppSelector(selectDraft);
  return id === null ? <PhotosPlace problems={problems} /> : <StoredPhoto />;
}

/** What an editor is made of, by the kind of the item, from above to below. Each shows when there is something to it. */
export const editorSections: Record<StudioKindName, ComponentType<SectionProps>[]> = {
  feed: [PostWords, FileTray, PollSection, AudienceChoice, ExtraFiles, ScheduleChoice],
  video: [AssetWords, FilmPlace, AudienceChoice, VideoExtras, TagsField, ParticipantsField, ScheduleChoice],
  gallery: [AssetWords, PhotosPlace, AudienceChoice, ScheduleChoice],
  photo: [AssetWords, PhotoPlace, GalleryChoice, ScheduleChoice],
  product: [ProductWords, ProductPicture, GoodsChoice, ScheduleChoice],
};
