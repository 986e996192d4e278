import { UserCheck, UserPlus } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { IconButton } from '@/components/basic/icon-button';
import { followRequested } from '@/store/intents';
import { useAppDispatch } from '@/store/hooks';

interface FollowButtonProps {
  performer: { _id: string; name: string; isFollowed: boolean };
  size?: 'sm' | 'md';
  /** Without words, where there is little space. */
  isIcon?: boolean;
}

export function FollowButton({ performer, size, isIcon }: FollowButtonProps) {
  const dispatch = useAppDispatch();
  const { _id: performerId, name, isFollowed } = performer;
  const icon = isFollowed ? UserCheck : UserPlus;
  const label = isFollowed ? `Following ${name}: stop` : `Follow ${name}`;
  const toggle = () => dispatch(followRequested({ performerId, isFollowed: !isFollowed }));
  if (isIcon)
    return <IconButton variant="secondary" icon={icon} label={label} aria-pressed={isFollowed} onClick={toggle} />;
  return (
    <Button
      size={size}
      icon={size === 'sm' ? undefined : icon}
      aria-pressed={isFollowed}
      aria-label={label}
      onClick={toggle}
    >
      {isFollowed ? 'Following' : 'Follow'}
    </Button>
  );
}
