import { Link } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { FactsTable, ContactEmailLink, type LegalSection } from './legal-document.tsx'

/** The second half: where data is stored, for how long, and people's rights. */
export const privacyRightsSections: LegalSection[] = [
  {
    id: 'where',
    title: 'Where your data lies',
    text: ({ mail }) => (
      <>
        <p>
          In one database and one store for files, on a machine of ours or with a hosting service that we have
          picked and that works for us. Name, email address and age are kept apart from the public profile.
          Whoever runs the machine can technically reach what is stored on it, but cannot read your password.
        </p>
        <p>
          {mail === 'smtp'
            ? 'Letters to you (confirming your address, a new password, a link to sign in) go through a mail server.'
            : 'This site sends no email at present: letters to you stay on the machine it runs on.'}{' '}
          The site’s own log is about technical trouble. A hosting service may keep a log of connections of
          its own; ask us if you want to know.
        </p>
        <p>
          We give data to others only for this, or if the law obliges us, or to prevent serious harm to
          someone.
        </p>
      </>
    ),
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    text: ({ mail }) => (
      <FactsTable
        caption="How long things stay:"
        columns={['What', 'How long']}
        rows={[
          [
            'Your account',
            'Until you delete it. Once you have confirmed, nobody else sees it any more; for 24 hours you can change your mind; by 48 hours it is gone for good.',
          ],
          [
            'A video',
            'Until you delete it. It disappears for everyone at once; its files are erased right after.',
          ],
          [
            'A comment',
            'Until you delete it. The note that tells open pages about it goes after about an hour.',
          ],
          ['An unfinished upload', 'A week after its last part arrived.'],
          [
            'A sign-in',
            'Until you sign out, or have not come by for 30 days; one day without “Remember me”.',
          ],
          [
            'Links in our letters',
            '15 minutes to sign in, and only once; one hour for a new password; one day to confirm an address.',
          ],
          [
            'Messages you sent us',
            'Until we no longer need them to help you. If you delete your account, they go with it.',
          ],
          ['What the bell tells you', '90 days.'],
          [
            'A username you gave up',
            'Kept free for 30 days, so that nobody can take it and pretend to be you.',
          ],
          ...(mail === 'local'
            ? [['Letters kept on the machine', 'Until the people who run the site clear them.']]
            : []),
        ]}
      />
    ),
  },
  {
    id: 'your-rights',
    title: 'What you can ask for',
    text: (site) => (
      <>
        <p>Your data is yours. You need nobody’s help to</p>
        <ul>
          <li>
            see what we keep about you, and download a copy, under{' '}
            <Link to={pagePaths.data} className="link">
              Your data & devices
            </Link>
            ;
          </li>
          <li>
            correct your username, name, picture and text, under{' '}
            <Link to={pagePaths.settings} className="link">
              Profile & settings
            </Link>
            ;
          </li>
          <li>delete your videos and comments;</li>
          <li>
            delete your account and everything in it, with the{' '}
            <Link to={pagePaths.contactAbout('delete-account')} className="link">
              contact form
            </Link>
            .
          </li>
        </ul>
        <p>
          Do you want something else corrected, such as your age? Do you want no more news by email? Do you
          object to something we do with your data, or want us to pause it? Write to{' '}
          <ContactEmailLink site={site} subject="My data" /> from the email address of your account. None of
          this costs anything, and nobody is treated worse for asking. If our answer does not satisfy you, you
          can complain to the data protection authority of your country.
        </p>
      </>
    ),
  },
  {
    id: 'for-parents',
    title: 'For parents',
    text: (site) => (
      <>
        <p>
          From 13 to 18 your child needs your consent to join, as the{' '}
          <Link to={pagePaths.terms} className="link">
            terms
          </Link>{' '}
          say. We rely on what people tell us: we check neither age nor consent with papers. There are no
          private messages here; what people write to each other are comments that everyone who sees the video
          can read.
        </p>
        <p>
          You can ask what we keep about your child, have it corrected or deleted, and take your consent back:{' '}
          <ContactEmailLink site={site} subject="From a parent" />. We may ask you to show that you are the
          parent, so that nobody else can pretend to be.
        </p>
        <p>Nobody under 13 may have an account. If you know of one, tell us, and we delete it.</p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'If this policy changes',
    text: () => (
      <p>
        The current policy is always on this page, with the month of its last change at the top. If we want to
        use your data for something new that needs your yes, we ask you first.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'How to reach us',
    text: (site) => (
      <p>
        Write to <ContactEmailLink site={site} subject="Privacy" />. We usually answer general questions
        within 1–2 business days.
      </p>
    ),
  },
]
