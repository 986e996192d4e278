import { UserCheck, UserPlus } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { followRequested } from '@/store/intents';
import { useAppDispatch } from '@/store/hooks';

interface FollowButtonProps {
  performer: { _id: string; name: string; isFollowed: boolean };
  size?: 'sm' | 'md';
}

export function FollowButton({ performer, size }: FollowButtonProps) {
  const dispatch = useAppDispatch();
  const { _id: performerId, name, isFollowed } = performer;
  return (
    <Button
      size={size}
      icon={size === 'sm' ? undefined : isFollowed ? UserCheck : UserPlus}
      aria-pressed={isFollowed}
      aria-label={isFollowed ? `Following ${name}: stop` : `Follow ${name}`}
      onClick={() => dispatch(followRequested({ performerId, isFollowed: !isFollowed }))}
    >
      {isFollowed ? 'Following' : 'Follow'}
    </Button>
  );
}
