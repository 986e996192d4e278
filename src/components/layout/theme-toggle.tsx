import { Moon, Sun } from 'lucide-react';
import { Button } from '../basic/button';
import { IconButton } from '../basic/icon-button';

interface ThemeToggleProps {
  theme: 'light' | 'dark';
  onChange: (theme: 'light' | 'dark') => void;
  /** Only the icon, for bars. */
  compact?: boolean;
}

/** Offers the other theme. Keeping the choice is the caller's work. */
export function ThemeToggle({ theme, onChange, compact }: ThemeToggleProps) {
  const other = theme === 'dark' ? 'light' : 'dark';
  const icon = other === 'dark' ? Moon : Sun;
  const label = other === 'dark' ? 'Dark theme' : 'Light theme';
  const handleClick = () => onChange(other);
  return compact ? (
    <IconButton icon={icon} label={label} onClick={handleClick} />
  ) : (
    <Button variant="ghost" size="sm" icon={icon} onClick={handleClick}>
      {label}
    </Button>
  );
}
