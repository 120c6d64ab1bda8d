import { Link } from 'react-router'
import { supportResponseTimes } from '#contract/contact/support.ts'
import { pagePaths } from '#web/paths.ts'
import { ContactEmailLink, type LegalSection } from './legal-document.tsx'

export const getDmcaSummary = () => [
  'Upload only what is yours or what you’re allowed to use. That includes the music.',
  `If someone uploaded your work, send us a notice. We review it within ${supportResponseTimes.dmca}.`,
  'If we took down your video by mistake, you can send a counter-notice.',
  'We close the accounts of people who repeatedly upload other people’s work.',
]

export const dmcaSections: LegalSection[] = [
  {
    id: 'what',
    title: 'About this policy',
    text: ({ name }) => (
      <>
        <p>
          Videos, songs, pictures and writing belong to the people who made them, from the moment they are
          made. The Digital Millennium Copyright Act (DMCA) is a law of the United States. It says how to tell
          a site like {name} that someone else uploaded your work, and what the site must do then. We handle
          notices from other countries the same way.
        </p>
        <p>
          You don’t need a lawyer or an account to send a notice. If you’re under 18, ask a parent or guardian
          to help you, because a notice is a legal statement with your real name.
        </p>
      </>
    ),
  },
  {
    id: 'notice',
    title: 'How to send a notice',
    text: (site) => (
      <>
        <p>
          Write to <ContactEmailLink site={site} subject="DMCA notice" />, or use the{' '}
          <Link to={pagePaths.contact} className="link">
            contact form
          </Link>
          . Your notice must include:
        </p>
        <ul>
          <li>which work is yours: its title, a link to it or a description;</li>
          <li>
            where it is on {site.name}: the link to the video, and the start time if your work is only a part
            of it;
          </li>
          <li>your full name, postal address, phone number and email address;</li>
          <li>
            that you believe in good faith that the use was not allowed by you, by someone acting for you or
            by the law;
          </li>
          <li>
            that what you say is accurate and, under penalty of perjury, that you own the work or act for its
            owner;
          </li>
          <li>your signature. Your full name typed at the end is enough.</li>
        </ul>
        <p>If you leave something out, we may have to ask you for it first.</p>
      </>
    ),
  },
  {
    id: 'then',
    title: 'What happens after a notice',
    text: () => (
      <>
        <p>
          A person reads your notice within {supportResponseTimes.dmca}. If it is complete and well-founded,
          we take the video down for everyone and tell the uploader why. The uploader can see what the notice
          says about the work. We pass on your phone number and address only if the law requires it.
        </p>
        <p>
          If something is missing, or if we think that the use is allowed (for example, a short quotation or a
          parody), we write back to you.
        </p>
      </>
    ),
  },
  {
    id: 'counter',
    title: 'If we took down your video',
    text: (site) => (
      <>
        <p>
          If you made it yourself, had permission or were allowed by law to use the work, you can send a
          counter-notice. Write to <ContactEmailLink site={site} subject="DMCA counter-notice" /> with:
        </p>
        <ul>
          <li>which video we took down, and its link;</li>
          <li>
            that you believe in good faith, under penalty of perjury, that it was taken down because of a
            mistake or misidentification;
          </li>
          <li>your full name, postal address and phone number;</li>
          <li>
            that you accept the jurisdiction of the court for the place where you live (or, outside the United
            States, of the court responsible for us), and that you accept legal papers from the person who
            sent the notice;
          </li>
          <li>your signature. Your full name typed at the end is enough.</li>
        </ul>
        <p>
          The law requires us to pass on your counter-notice, with your name and address, to the person who
          sent the notice. If you’re under 18, talk to a parent or guardian before you send one. If the other
          person does not go to court within 14 business days, we may restore the video.
        </p>
      </>
    ),
  },
  {
    id: 'repeat',
    title: 'Repeated infringement',
    text: () => (
      <p>
        We close accounts that repeatedly upload other people’s work. We don’t close an account for one honest
        mistake. We warn you first.
      </p>
    ),
  },
  {
    id: 'false',
    title: 'False notices',
    text: () => (
      <p>
        Don’t use a notice to get rid of a video that you don’t like. If you knowingly say something false in
        a notice or a counter-notice, you may have to pay for the damage it causes.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact us',
    text: (site) => (
      <p>
        Write to <ContactEmailLink site={site} subject="DMCA" />. We answer copyright questions within{' '}
        {supportResponseTimes.dmca}. A picture or video of you that you didn’t make yourself is not a
        copyright question. For that, go to the{' '}
        <Link to={pagePaths.safety} className="link">
          Safety Center
        </Link>
        , which is quicker.
      </p>
    ),
  },
]
