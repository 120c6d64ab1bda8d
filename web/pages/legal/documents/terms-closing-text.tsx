import { Link } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { ContactEmailLink, type LegalSection } from './legal-document.tsx'

/** The second half: moderation, ads, liability and the end of an account. */
export const termsClosingSections: LegalSection[] = [
  {
    id: 'moderation',
    title: 'When something is wrong',
    text: (site) => (
      <>
        <p>
          <strong>If you or someone else is in danger, call your local emergency number first.</strong> We
          cannot send help.
        </p>
        <p>
          Videos and comments appear without a person checking them beforehand. Software reads the texts: what
          looks like a private detail, a threat or bullying is refused, or waits until a person has read it.
          If you see something that breaks these rules, press Report under the video, beside the comment or on
          the profile. You can also use the{' '}
          <Link to={pagePaths.contactAbout('report')} className="link">
            contact form
          </Link>{' '}
          or write to <ContactEmailLink site={site} subject="Report" />. You do not need an account for that.
          A person looks at it; we do not tell the other side who reported. What came of it stands under{' '}
          <Link to={pagePaths.reports} className="link">
            My reports
          </Link>
          .
        </p>
        <p>
          What was reported as dangerous, or reported by several people, can be hidden before a person has
          looked at it. Is a naked or private picture of you here without your yes?{' '}
          <Link to={pagePaths.notice} className="link">
            Get it taken down
          </Link>
          : it is hidden at once, and a person decides within 48 hours.
        </p>
        <p>
          We may limit, hide or remove a video, remove a comment, and close an account that broke the rules or
          puts others at risk. Where the law says so, we report crimes to the authorities.
        </p>
        <p>
          Whatever we decide about you or what you made, you find it with its reason under{' '}
          <Link to={pagePaths.statements} className="link">
            Decisions
          </Link>
          . If you think that it was a mistake, you can appeal there once and say why. Somebody else decides
          about the appeal, and you read the answer in the same place. Your right to go to a court or an
          authority stays as it is.
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
          Watching and uploading cost nothing. The people who run this site have allowed ads on it. People
          under 18 are not shown any.
        </p>
      ) : (
        <p>Watching and uploading cost nothing. There are no ads and nothing is for sale here.</p>
      ),
  },
  {
    id: 'as-it-is',
    title: 'What we can and cannot promise',
    text: ({ name }) => (
      <p>
        We work on {name} with care, but we offer it as it is. It can be down, change, or lose data. Videos
        and comments are the words of those who made them, not ours, and we cannot promise that everything
        here is true, lawful or right for you.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'How far we are liable',
    text: () => (
      <>
        <p>
          If we owe you compensation in connection with this service, then in total no more than the greater
          of these two amounts: 100 US dollars ($100), or what you paid us in the twelve months before it
          happened.
        </p>
        <p>
          This limit does not apply where the law does not permit one, for example to harm done on purpose.
          The rights that the law gives you as a minor or as a consumer stay untouched.
        </p>
      </>
    ),
  },
  {
    id: 'leaving',
    title: 'Ending your account',
    text: (site) => (
      <>
        <p>
          You can leave at any time, without a reason. Sign in and use the{' '}
          <Link to={pagePaths.contactAbout('delete-account')} className="link">
            contact form
          </Link>{' '}
          with the subject “Delete Account (24–48 hour process)”. We ask you once more; when you confirm, you
          and what you made are hidden from everybody else at once. For 24 hours you can take it back. After
          that everything is permanently deleted, within 24–48 hours after you sent it: your personal details,
          profile, videos, likes, comments and the messages you sent us. This cannot be undone. If you cannot
          sign in, write to <ContactEmailLink site={site} subject="Delete Account" /> from the email address
          of your account.
        </p>
        <p>Single videos and comments you can delete yourself, at once.</p>
        <p>
          We may close an account that breaks these terms. If we do, we tell you so by email and give the
          reason under “Decisions”, unless the law forbids it or it would put someone in danger, and you can
          appeal (
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
        The current terms are always on this page, with their version and the day from which they count. A
        change never counts for the past. With your account we keep which version you accepted. If you do not
        agree with a new version, stop using the service and ask us to delete your account.
      </p>
    ),
  },
  {
    id: 'other',
    title: 'Last points',
    text: ({ name }) => (
      <p>
        If one part of these terms is not valid, the rest still is. The protection that the law of your
        country gives you stays. The software behind {name} is open source under the MIT licence; that licence
        covers the software, not the videos.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'How to reach us',
    text: (site) => (
      <p>
        Write to <ContactEmailLink site={site} />. We usually answer general questions within 1–2 business
        days.
      </p>
    ),
  },
]
