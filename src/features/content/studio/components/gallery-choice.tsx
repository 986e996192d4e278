import { useEffect } from 'react';
import { Field } from '@/components/form/field';
import { Select } from '@/components/form/select';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { draftChanged, galleriesWanted, selectDraft, selectGalleries } from '../studio-slice';

/** Own galleries, as choices of a list. */
export function useGalleryOptions(): { value: string; label: string }[] {
  const dispatch = useAppDispatch();
  const galleries = useAppSelector(selectGalleries);
  useEffect(() => {
    dispatch(galleriesWanted());
  }, [dispatch]);
  return (galleries ?? []).map(({ _id, title }) => ({ value: _id, label: title }));
}

/** Where a photo lies: what it costs and who may see it follow from that. */
export function GalleryChoice() {
  const dispatch = useAppDispatch();
  const { galleryId } = useAppSelector(selectDraft);
  const options = useGalleryOptions();
  return (
    <Field label="Gallery" hint="A photo is seen and sold with its gallery. One without is for your subscribers.">
      <Select
        options={options}
        placeholder="No gallery"
        value={galleryId}
        onChange={(event) => dispatch(draftChanged({ galleryId: event.target.value }))}
      />
    </Field>
  );
}
