import { Link } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { ContactEmailLink, type LegalSection } from './legal-document.tsx'

/** The second half of the terms: moderation, ads, liability and account termination. */
export const termsFinalSections: LegalSection[] = [
  {
    id: 'moderation',
    title: 'Reports, moderation and appeals',
    text: (site) => (
      <>
        <p>
          <strong>If you or someone else is in danger, call your local emergency number first.</strong> We
          cannot send help.
        </p>
        <p>
          Nobody checks videos and comments before they appear. Software checks what people write. Text that
          seems to contain a private detail, a threat or bullying is refused, or held until a person has
          reviewed it. If you see something that breaks these rules, press Report under the video, next to the
          comment or on the profile. You can also use the{' '}
          <Link to={pagePaths.contactWithSubject('report')} className="link">
            contact form
          </Link>{' '}
          or write to <ContactEmailLink site={site} subject="Report" />. You don’t need an account to report
          something. A person reviews your report, and we don’t tell the person you report that it was you.
          You can see the outcome under{' '}
          <Link to={pagePaths.reports} className="link">
            My reports
          </Link>
          .
        </p>
        <p>
          If something is reported as dangerous, or by several people, we may hide it before a person has
          reviewed it. Is a naked or private picture of you on this site without your consent?{' '}
          <Link to={pagePaths.intimateImageNotice} className="link">
            Get it taken down
          </Link>
          . We usually hide it immediately, and a person decides within 48 hours whether to take it down.
        </p>
        <p>
          We may limit, hide or remove a video, remove a comment, and suspend or close an account that breaks
          the rules or puts others at risk. If the law requires it, we report crimes to the authorities.
        </p>
        <p>
          You can see every decision about you or what you posted, with its reason, under{' '}
          <Link to={pagePaths.statements} className="link">
            Decisions
          </Link>
          . If you think that a decision was a mistake, you can appeal there once and say why. Someone else
          decides about your appeal, and you’ll find the answer in the same place. You can still go to a court
          or an authority.
        </p>
      </>
    ),
  },
  {
    id: 'money',
    title: 'Ads and money',
    text: ({ ads }) =>
      ads ? (
        <p>
          Watching and uploading are free. The people who run this site have allowed ads on it. We don’t show
          ads to people under 18.
        </p>
      ) : (
        <p>Watching and uploading are free. There are no ads, and nothing is for sale here.</p>
      ),
  },
  {
    id: 'as-it-is',
    title: 'What we can and can’t promise',
    text: ({ name }) => (
      <p>
        We work on {name} with care, but we provide it as it is. It can be unavailable, change or lose data.
        Videos and comments express the views of the people who made them, not ours. We can’t promise that
        everything here is true, lawful or right for you.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Our liability',
    text: () => (
      <>
        <p>
          If we owe you compensation in connection with this service, the total is limited to the greater of
          these two amounts: 100 US dollars ($100), or what you paid us in the twelve months before it
          happened.
        </p>
        <p>
          This limit does not apply where the law does not allow one, for example to harm caused on purpose.
          It does not affect the rights that the law gives you as a minor or as a consumer.
        </p>
      </>
    ),
  },
  {
    id: 'leaving',
    title: 'Deleting or closing an account',
    text: (site) => (
      <>
        <p>
          You can delete your account at any time, without giving a reason. Sign in and use the{' '}
          <Link to={pagePaths.contactWithSubject('delete-account')} className="link">
            contact form
          </Link>{' '}
          with the subject “Delete Account (24–48 hour process)”. We ask you to confirm. When you do, you and
          everything you posted are immediately hidden from everyone else. For 24 hours, you can cancel. After
          that, we permanently delete everything, within 24–48 hours after you sent the form: your personal
          details, profile, videos, likes, comments and the messages you sent us. This can’t be undone. If you
          can’t sign in, write to <ContactEmailLink site={site} subject="Delete Account" /> from the email
          address of your account.
        </p>
        <p>You can delete single videos and comments yourself, and they disappear immediately.</p>
        <p>
          We may close an account that breaks these terms. If we do, we tell you by email and give the reason
          under “Decisions”, unless the law forbids it or it would put someone in danger. You can appeal (
          <a className="link" href="#moderation">
            section 7
          </a>
          ).
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'If these terms change',
    text: () => (
      <p>
        The current terms are always on this page, with their version and effective date. Changes never apply
        to the past. We store with your account which version you accepted. If you don’t agree with a new
        version, stop using the service and ask us to delete your account.
      </p>
    ),
  },
  {
    id: 'other',
    title: 'Other terms',
    text: ({ name }) => (
      <p>
        If one part of these terms is not valid, the rest still applies. These terms do not reduce the
        protection that the law of your country gives you. The software behind {name} is open source under the
        MIT licence. That licence covers the software, not the videos.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact us',
    text: (site) => (
      <p>
        Write to <ContactEmailLink site={site} />. We usually answer general questions within 1–2 business
        days.
      </p>
    ),
  },
]
