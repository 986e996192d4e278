import { Film, Images } from 'lucide-react';
import type { ComponentType } from 'react';
import { DateTimePicker } from '@/components/form/date-time-picker';
import { Field } from '@/components/form/field';
import { Input } from '@/components/form/input';
import { Segmented } from '@/components/form/segmented';
import { Picture } from '@/components/media/picture';
import type { StudioKindName } from '@/config/item-names';
import { getTimeZoneName } from '@/lib/dates';
import { selectHasExtension } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { wasPublished } from '../draft';
import { controlIds, selectCanWait, type DraftProblems } from '../draft-problems';
import { ACCEPTED_TEXTS } from '../file-rules';
import { fileDescribed, selectDraft } from '../studio-slice';
import { AudienceChoice } from './audience-choice';
import { ParticipantsField, TagsField } from './chosen-fields';
import { EditorWords, PostTools } from './editor-words';
import { ExtraFiles, ProductPicture, VideoExtras } from './extra-files';
import { FilePlace, FileTray } from './file-tray';
import { GallerySelect } from './gallery-select';
import { DeliveryFields } from './delivery-fields';
import { getLikelyTime } from './likely-time';
import { ShowEditor } from './show-editor';
import { GoodsChoice } from './goods-choice';
import { PollEditor } from './poll-editor';
import { useDraft } from './use-draft';
import styles from './editor.module.css';

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
    hint={ACCEPTED_TEXTS.video}
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
    hint={`As many as you like. ${ACCEPTED_TEXTS.photo} each`}
    button="Choose photos"
  />
);

/** Hidden for a stored photo, whose picture cannot be replaced. */
function PhotoPlace({ problems }: SectionProps) {
  const { id } = useAppSelector(selectDraft);
  return id === null ? <PhotosPlace problems={problems} /> : <StoredPhoto />;
}

function StoredPhoto() {
  const dispatch = useAppDispatch();
  const [file] = useAppSelector(selectDraft).files;
  const keepsDetails = useAppSelector(selectHasExtension('postDetails'));
  if (!file) return null;
  const { localId, previewUrl, alt } = file;
  return (
    <section className={styles.section} aria-label="Picture">
      {previewUrl && <Picture className={styles.stored} src={previewUrl} alt={alt} width={480} height={360} />}
      {keepsDetails && (
        <Field label="Description of the picture" optional hint="For people who cannot see it.">
          <Input
            value={alt}
            maxLength={500}
            onChange={(event) => dispatch(fileDescribed({ localId, alt: event.target.value }))}
          />
        </Field>
      )}
    </section>
  );
}

/** A photo in a gallery has the audience and price of the gallery. */
function GalleryChoice() {
  const [{ galleryId }, change] = useDraft();
  return (
    <GallerySelect
      hint="A photo is seen and sold with its gallery. One without is for your subscribers."
      placeholder="No gallery"
      value={galleryId}
      onChange={(value) => change({ galleryId: value })}
    />
  );
}

const times: { value: 'now' | 'later'; label: string }[] = [
  { value: 'now', label: 'Now' },
  { value: 'later', label: 'Later' },
];

function ScheduleChoice({ problems }: SectionProps) {
  const [draft, change] = useDraft();
  const canWait = useAppSelector(selectCanWait(draft.kind));
  const { isLater, scheduleAt } = draft;
  // Without support for schedules, only drafts that have one show the choice, so that it can be removed.
  if (wasPublished(draft) || (!canWait && !isLater)) return null;
  return (
    <section className={styles.section} aria-labelledby="when">
      <h2 id="when">When</h2>
      <div className={styles.pair}>
        <Segmented
          className={styles.when}
          label="When to publish"
          options={times}
          value={isLater ? 'later' : 'now'}
          onChange={(value) => change({ isLater: value === 'later', scheduleAt: scheduleAt || getLikelyTime() })}
        />
        {isLater && (
          <Field
            id={controlIds.scheduleAt}
            label="Day and time"
            hideLabel
            hint={`Your time zone: ${getTimeZoneName()}`}
            error={problems.scheduleAt}
          >
            <DateTimePicker label="Day and time" value={scheduleAt} onChange={(time) => change({ scheduleAt: time })} />
          </Field>
        )}
      </div>
    </section>
  );
}

/** In display order. Each section hides itself if it does not apply. */
export const editorSections: Record<StudioKindName, ComponentType<SectionProps>[]> = {
  feed: [PostWords, FileTray, PollEditor, ShowEditor, AudienceChoice, ExtraFiles, ScheduleChoice],
  video: [AssetWords, FilmPlace, AudienceChoice, VideoExtras, TagsField, ParticipantsField, ScheduleChoice],
  gallery: [AssetWords, PhotosPlace, AudienceChoice, ScheduleChoice],
  photo: [AssetWords, PhotoPlace, GalleryChoice, ScheduleChoice],
  product: [ProductWords, ProductPicture, GoodsChoice, DeliveryFields, ScheduleChoice],
};
