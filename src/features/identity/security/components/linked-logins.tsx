import type { ReactNode } from 'react';
import { Button } from '@/components/basic/button';
import { Problem } from '@/components/basic/note';
import { ListRow } from '@/components/list/list-row';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import {
  selectIsActing,
  selectSecurityAct,
  selectSecurity,
  unlinkRequested,
  type LinkedProvider,
} from '../security-slice';
import { MissingPart } from './missing-part';

const names: Record<LinkedProvider, string> = { google: 'Google', twitter: 'Twitter', phone: 'Phone' };
const providers = ['google', 'twitter', 'phone'] as const;

interface LinkedLoginsProps {
  renderLink(provider: LinkedProvider): ReactNode;
}

export function LinkedLogins({ renderLink }: LinkedLoginsProps) {
  const { linked } = useAppSelector(selectSecurity);
  const settings = useAppSelector(selectSettings);
  if (!linked.data) {
    return <MissingPart part={linked} failedTitle="Linked log-ins did not load" skeletonCount={3} />;
  }
  const hasLogin = (provider: LinkedProvider) => linked.data?.linked.find((login) => login.provider === provider);
  const shown = providers.filter((provider) => hasLogin(provider) || settings[`${provider}LoginEnabled`] === true);
  return (
    <ul>
      {shown.map((provider) => {
        const login = hasLogin(provider);
        return (
          <ListRow key={provider}>
            <div className="grow">
              <p className="strong">{names[provider]}</p>
              <p className="muted sm">{login ? login.label : 'Not linked'}</p>
            </div>
            {login ? <Unlink provider={provider} canUnlink={login.canUnlink} /> : renderLink(provider)}
          </ListRow>
        );
      })}
    </ul>
  );
}

function Unlink({ provider, canUnlink }: { provider: LinkedProvider; canUnlink: boolean }) {
  const dispatch = useAppDispatch();
  const { isBusy, error } = useAppSelector(selectSecurityAct('unlink', provider));
  const isLocked = useAppSelector(selectIsActing('unlink'));
  if (!canUnlink) return <p className="muted sm">Your only way to log in</p>;
  return (
    <>
      <Problem>{error?.message}</Problem>
      <Button
        size="sm"
        busy={isBusy}
        disabled={isLocked && !isBusy}
        aria-label={`Unlink ${names[provider]}`}
        onClick={() => dispatch(unlinkRequested(provider))}
      >
        Unlink
      </Button>
    </>
  );
}
