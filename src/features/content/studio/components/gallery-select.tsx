import { useEffect } from 'react';
import { Field } from '@/components/form/field';
import { Select } from '@/components/form/select';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { galleriesRequested } from '../studio-slice';

interface GallerySelectProps {
  hint?: string;
  hideLabel?: boolean;
  placeholder: string;
  value: string;
  onChange: (id: string) => void;
}

export function GallerySelect({ hint, hideLabel, placeholder, value, onChange }: GallerySelectProps) {
  const dispatch = useAppDispatch();
  const galleries = useAppSelector(({ studio }) => studio.writing.galleries) ?? [];
  useEffect(() => void dispatch(galleriesRequested()), [dispatch]);
  return (
    <Field label="Gallery" hint={hint} hideLabel={hideLabel}>
      <Select
        options={galleries.map(({ _id, title }) => ({ value: _id, label: title }))}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
