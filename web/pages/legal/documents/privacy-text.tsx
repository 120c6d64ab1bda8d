import { Link } from 'react-router'
import type { SiteInfo } from '#contract/accounts/current-user.ts'
import { pagePaths } from '#web/paths.ts'
import { FactsTable, ContactEmailLink, type LegalSection } from './legal-document.tsx'
import { privacyRightsSections } from './privacy-rights-text.tsx'

/*
 * How data is actually handled, according to the code and the database. A commit that adds a column, a cookie
 * or a request to a third party must also change this text.
 */
export const getPrivacySummary = ({ ads }: SiteInfo) => [
  'We keep what an account needs: email, full name, age, username and password. Nothing is sold.',
  'If you are under 18, others see your username and never your name. Nobody else sees your email or your age.',
  'Where and with what a video or picture was taken is removed before anyone can see it.',
  'No tracking, no outside services on our pages, and nothing is sorted by what you watch.',
  ads ? 'This site may show ads, but not to people under 18.' : 'No ads.',
  'You can see, download, correct and delete your data yourself, in your settings.',
]

export const privacySections: LegalSection[] = [
  {
    id: 'who',
    title: 'Who is responsible',
    text: (site) => (
      <p>
        {site.name} is open-source software that anyone can run. This policy is about the site at{' '}
        {new URL(site.url).host}. “We” are the people who run it, and we answer for your data:{' '}
        <ContactEmailLink site={site} subject="Privacy" />.
      </p>
    ),
  },
  {
    id: 'what-we-keep',
    title: 'What we keep, and why',
    text: ({ social }) => (
      <>
        <p>You can watch without an account. Then we keep nothing about you.</p>
        <FactsTable
          caption="If you have an account:"
          columns={['What', 'What it is for']}
          rows={[
            ['Email address', 'To sign in, to confirm the address, and to set a new password.'],
            ['Full name, and first name if you gave one', 'To know who the account belongs to.'],
            ['Age, with the day you told us', 'To check that you may join, and to protect people under 18.'],
            ['Username, and a picture and a few words if you add them', 'What others see of you.'],
            ['Password', 'Kept only in a scrambled form from which it cannot be read.'],
            [
              'Your choices',
              'Which version of the terms you accepted and when; whether you want news by email.',
            ],
            [
              'Your videos',
              'With title, description, genre, pictures, date and who may watch. The name of the file stays private.',
            ],
            ['Your comments and likes', 'To show them and to count them.'],
            [
              'Whom you follow, block and mute',
              'To show you what is for followers, and to keep people away from you. Nobody else sees your lists.',
            ],
            [
              'How often your videos are watched',
              'A number for each day, for you alone, and a rounded total for everyone unless you hide it. Who watched is not written down.',
            ],
            [
              'Your second step and passkeys, if you use them',
              'The key of your authenticator app, encrypted, and recovery codes in a scrambled form; of a passkey its public half and the name you gave it. Your finger or face stays on your device.',
            ],
            ['Your sign-ins', 'When each began, how long it lasts, and which browser it was.'],
            [
              'What you report',
              'To look into it and to tell you what came of it. When your account is deleted the report stays, without you. Where something grave was reported about you, deleting for good waits until somebody has looked into it; nobody else sees your account meanwhile.',
            ],
            [
              'What the bell tells you',
              'Who commented on or liked your videos, and whether an upload is ready or failed.',
            ],
          ]}
        />
        {(social.google || social.apple) && (
          <p>
            If you join with {describeSocialProviders(social)}, they tell us your email address and may tell
            us your name and a picture address. We keep these with the number and the keys by which they know
            you.
          </p>
        )}
        <p>
          We use all this to run the service you asked for and to keep it safe, and news only if you said yes.
        </p>
        <p>
          You can write to us with or without an account. We keep what you put into the contact form (your
          name, email address, subject and message, and whether you were signed in) to answer you, and it is
          sent as a letter to the people who run the site. Messages from the Safety Center are marked, so that
          they are read first.
        </p>
        <p>
          You can report without an account, too. So that one person counts once, we keep for 30 days a
          scrambled mark of your network address and browser, from which neither can be read. If you ask us to
          take down a private picture, we keep your name, email address and what you wrote, to decide about it
          and to answer you; only the people who decide see it.
        </p>
      </>
    ),
  },
  {
    id: 'what-others-see',
    title: 'What others can see',
    text: () => (
      <>
        <ul>
          <li>
            <strong>Under 18:</strong> your username. Your full name is never shown.
          </li>
          <li>
            <strong>18 or 19:</strong> your username, and a name of your choice if you switch that on.
          </li>
          <li>Videos you set to “Everyone”, and your comments, with your username and the date.</li>
          <li>How many likes a video has, but not who they came from.</li>
          <li>
            How often your videos were watched, rounded, unless you hide it in your settings; never who
            watched.
          </li>
          <li>
            Links, phone numbers and the like in what you write: if you are 18 or older, only signed-in
            members who are 18 or older see them. If you are younger, nobody does. Everyone else sees ••• in
            their place.
          </li>
          <li>
            If your profile is private: strangers see only your picture and your username. Your videos are
            hidden from them.
          </li>
          <li>A random account number, of which the first 8 characters stand beside your comments.</li>
        </ul>
        <p>
          Nobody but you sees your email address, your first name or your age on the site. Videos set to “Only
          me” are shown to nobody else.
        </p>
        <p>
          Public means public: people without an account can see these things too. If you are 18 or 19, search
          engines may list your public videos and other websites can show them in our player. If you are
          younger, we ask search engines not to list your videos, pictures and profile, and other websites
          cannot show them in our player. What you say or show yourself is not hidden by us, so keep private
          things out of it.
        </p>
      </>
    ),
  },
  {
    id: 'videos-and-pictures',
    title: 'What we take out of videos and pictures',
    text: () => (
      <>
        <p>
          Phones write hidden notes into every file: the place, the time, the make of the phone. We remove
          them before anyone can see the video or the picture, by making new files without them. The file you
          uploaded is never given to anyone, and its name is not shown. It is normally erased once the new
          files are ready; the people who run the site can choose to keep it, out of sight, so that they can
          convert it again later.
        </p>
        <p>
          What can be seen or heard we cannot take out. Look for a school badge, a street sign, a number plate
          or a name called in the background before you upload.
        </p>
      </>
    ),
  },
  {
    id: 'what-we-do-not-do',
    title: 'What we do not do',
    text: ({ ads, social }) => (
      <ul>
        <li>
          No tracking and no visitor statistics. We keep no list of what you watch, and what you search for is
          not written down.
        </li>
        <li>
          No sorting by behaviour. Everyone sees the same lists and the same charts, and the charts say how
          they are counted; only rows such as “My Music” show what you made yourself.
        </li>
        <li>
          No requests to others. Fonts, scripts, pictures and videos come from this site alone. A trailer on
          another website opens only when you press it, and that website is not told which page you came from.
          {(social.google || social.apple) &&
            ` ${describeSocialProviders(social)} learn of you only when you press their button.`}
        </li>
        <li>No asking for your location, camera or microphone.</li>
        <li>{ads ? 'No ads for people under 18, and no ads chosen by what you do here.' : 'No ads.'}</li>
        <li>No selling, renting or trading of your data.</li>
      </ul>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies and your browser’s memory',
    text: ({ social }) => (
      <>
        <p>
          We set a few cookies of our own, and none that follow you to other places. Each of them, with the
          switches for those that you can do without, is in the{' '}
          <Link to={pagePaths.cookies} className="link">
            cookie policy
          </Link>
          .
          {(social.google || social.apple) &&
            ' Signing in with another account sets one more for some minutes, which makes sure that the answer is meant for you.'}
        </p>
        <p>
          Your browser also remembers a few things that are not sent to us: the player’s volume and quality,
          likes on movie and TV cards, your latest searches, who is signed in, which uploads are not finished
          yet, and how far you had scrolled. A video that is being prepared for upload waits in the browser’s
          own store until it is sent. Clearing the browser’s data for this site removes all of it.
        </p>
      </>
    ),
  },
  ...privacyRightsSections,
]

/** Only the providers that this site has enabled. */
function describeSocialProviders({ google, apple }: SiteInfo['social']): string {
  return [google && 'Google', apple && 'Apple'].filter(Boolean).join(' or ')
}
