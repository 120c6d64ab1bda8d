import { Link } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { dataRetentionSection } from './data-retention-section.tsx'
import { ContactEmailLink, type LegalSection } from './legal-document.tsx'

/**
 * The second half of the privacy policy: where data is stored, how long it is kept, and which rights users
 * have.
 */
export const privacyRightsSections: LegalSection[] = [
  {
    id: 'where',
    title: 'Where we store your data',
    text: ({ mail }) => (
      <>
        <p>
          We store your data in one database and one file store, on our own server or with a hosting service
          that works for us. Your name, email address and age are stored separately from your public profile.
          The people who run the server can technically access what is stored on it, except your password.
        </p>
        <p>
          {mail === 'smtp'
            ? 'Emails to you (to confirm your address, set a new password or sign in) go through a mail server.'
            : 'This site doesn’t send email at present. Emails to you stay on the server.'}{' '}
          The site’s log records technical problems. A hosting service may keep a log of connections, too.
        </p>
        <p>
          If you turn on push notifications, we send them through the push service of your browser’s maker.
          They are encrypted, so the service can’t read them, but it sees when we send one.
        </p>
        <p>
          We share data only to host the site, to deliver these emails and notifications, if the law requires
          it, or to prevent serious harm to someone.
        </p>
      </>
    ),
  },
  dataRetentionSection,
  {
    id: 'your-rights',
    title: 'Your rights',
    text: (site) => (
      <>
        <p>Your data is yours. You don’t need anyone’s help to</p>
        <ul>
          <li>
            see what we store about you and download a copy, under{' '}
            <Link to={pagePaths.dataAndDevices} className="link">
              Your data & devices
            </Link>
            ;
          </li>
          <li>
            correct your username, name, photo and bio, under{' '}
            <Link to={pagePaths.settings} className="link">
              Profile & settings
            </Link>
            ;
          </li>
          <li>delete your videos and comments;</li>
          <li>
            delete your account and everything in it, using the{' '}
            <Link to={pagePaths.contactWithSubject('delete-account')} className="link">
              contact form
            </Link>
            .
          </li>
        </ul>
        <p>
          Do you want us to correct something else, such as your age? Do you want to stop getting news by
          email? Do you object to something we do with your data, or want us to pause it? Write to{' '}
          <ContactEmailLink site={site} subject="My data" /> from the email address of your account. All of
          this is free, and we won’t treat you worse for asking. If you’re not happy with our answer, you can
          complain to the data protection authority of your country.
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
          If your child is 13 to 18, they need your consent to join, as the{' '}
          <Link to={pagePaths.terms} className="link">
            terms
          </Link>{' '}
          say. We rely on what people tell us, and we don’t check documents to prove age or consent. There are
          no private messages here. People write to each other only in comments, which everyone who sees the
          video can read.
        </p>
        <p>
          You can ask what we store about your child, have it corrected or deleted, and withdraw your consent.
          Write to <ContactEmailLink site={site} subject="From a parent" />. We may ask you to prove that you
          are the parent, so that nobody else can pretend to be.
        </p>
        <p>
          Nobody under 13 is allowed to have an account. If you know of one, tell us, and we’ll delete it.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'If this policy changes',
    text: () => (
      <p>
        The current policy is always on this page, with the month of its last change at the top. If we want to
        use your data for something new that needs your consent, we’ll ask you first.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact us',
    text: (site) => (
      <p>
        Write to <ContactEmailLink site={site} subject="Privacy" />. We usually answer general questions
        within 1–2 business days.
      </p>
    ),
  },
]
