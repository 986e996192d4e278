import { Moon, Sun } from 'lucide-react';
import { Button } from '../basic/button';

interface ThemeToggleProps {
  theme: 'light' | 'dark';
  onChange: (theme: 'light' | 'dark') => void;
}

/** Offers the other theme. Keeping the choice is the caller's work. */
export function ThemeToggle({ theme, onChange }: ThemeToggleProps) {
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <Button variant="ghost" size="sm" icon={other === 'dark' ? Moon : Sun} onClick={() => onChange(other)}>
      {other === 'dark' ? 'Dark theme' : 'Light theme'}
    </Button>
  );
}
