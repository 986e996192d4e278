import { useEffect, useState } from 'react';
import { SearchField } from '@/components/form/search-field';
import styles from '../profile-screen.module.css';

interface PostSearchProps {
  value: string;
  onSearch: (words: string) => void;
}

export function PostSearch({ value, onSearch }: PostSearchProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const handleChange = (words: string) => {
    setText(words);
    if (words === '' && value !== '') onSearch('');
  };
  return (
    <SearchField
      takesFocus={value === ''}
      label="Words in a post"
      value={text}
      onChange={handleChange}
      onSubmit={(words) => onSearch(words.trim())}
      className={styles.search}
    />
  );
}
