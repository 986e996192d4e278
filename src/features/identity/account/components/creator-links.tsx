import { Plus, X } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { IconButton } from '@/components/basic/icon-button';
import { Field } from '@/components/form/field';
import { Input } from '@/components/form/input';
import type { CreatorFields } from './creator-fields';
import styles from './account.module.css';

type ProfileLink = CreatorFields['links'][number];

interface CreatorLinksProps {
  links: ProfileLink[];
  onChange: (links: ProfileLink[]) => void;
}

export function CreatorLinks({ links, onChange }: CreatorLinksProps) {
  const set = (index: number, part: Partial<ProfileLink>) =>
    onChange(links.map((link, at) => (at === index ? { ...link, ...part } : link)));
  return (
    <div className="stack">
      <p className="strong sm">Links</p>
      {links.map((link, index) => (
        <div key={index} className="row row--wrap">
          <Field label={`Name of link ${index + 1}`}>
            <Input value={link.label} maxLength={40} onChange={(event) => set(index, { label: event.target.value })} />
          </Field>
          <Field label={`Address of link ${index + 1}`} className={styles.wide}>
            <Input
              type="url"
              value={link.url}
              placeholder="https://"
              onChange={(event) => set(index, { url: event.target.value })}
            />
          </Field>
          <IconButton
            icon={X}
            label={`Remove link ${index + 1}`}
            onClick={() => onChange(links.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {links.length < 10 && (
        <div>
          <Button variant="ghost" size="sm" icon={Plus} onClick={() => onChange([...links, { label: '', url: '' }])}>
            Add a link
          </Button>
        </div>
      )}
    </div>
  );
}
