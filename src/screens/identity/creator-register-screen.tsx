import Link from 'next/link';
import { RichText } from '@/components/basic/rich-text';
import { paths } from '@/config/paths';
import { CreatorRegisterForm } from '@/features/identity/auth/components/creator-register-form';
import { AuthFrame } from '@/features/identity/auth/components/auth-frame';
import { getReviewTimeText } from '@/features/identity/auth/document-review-selectors';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';

export function CreatorRegisterScreen() {
  const { documentReviewDays, modelBenefit } = useAppSelector(selectSettings);
  return (
    <AuthFrame
      wide
      title="Start your page"
      lead={`Set it up today. You can publish once your documents are approved${getReviewTimeText(documentReviewDays)}.`}
      foot={
        <>
          Only want to follow people?{' '}
          <Link className="link" href={paths.auth.fanRegister}>
            Create a fan account
          </Link>
        </>
      }
    >
      <RichText html={modelBenefit} />
      <CreatorRegisterForm />
    </AuthFrame>
  );
}
