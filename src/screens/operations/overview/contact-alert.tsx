import Link from 'next/link';
import { Alert } from 'antd';
import { consolePaths } from '@/config/console-paths';
import { siteOverview, type SiteOverview } from '@/features/operations/overview/overview-feature';
import { useAppSelector } from '@/store/hooks';

const words: Record<NonNullable<SiteOverview['contactProblem']>, { title: string; description: string }> = {
  address: {
    title: 'Messages from the contact form reach nobody',
    description: 'No email for messages is set, so the form refuses them.',
  },
  mail: {
    title: 'Messages from the contact form reach nobody',
    description: 'The site has no mail server, so the form refuses them. Set SMTP_URL in its environment.',
  },
};

/** Warns operators with access to the settings that the contact form refuses messages. */
export function ContactAlert() {
  const problem = useAppSelector(siteOverview.select).data?.contactProblem ?? null;
  if (problem === null) return null;
  return (
    <Alert
      type="warning"
      showIcon
      {...words[problem]}
      action={
        <Link className="link" href={consolePaths.settings}>
          Open settings
        </Link>
      }
    />
  );
}
