import { type UploadType, uploadTypes } from '#contract/content/content-types.ts'
import { maxUploadSizeLabel, videoExtensions } from '#contract/limits.ts'
import { safetyHelpTopic } from './safety-help-topic.ts'
import type { HelpTopic } from './help-center.ts'

const typeNames: Record<UploadType, string> = {
  music: 'Music',
  show: 'shows',
  story: 'stories',
  talent: 'talent',
  challenge: 'challenges',
  live: 'live',
  movie: 'movies',
}
const uploadSizeLimits = uploadTypes
  .map((type) => `${typeNames[type]} ${maxUploadSizeLabel(type)}`)
  .join(', ')

export const helpTopics: HelpTopic[] = [
  {
    id: 'start',
    title: 'Getting started',
    entries: [
      {
        id: 'join',
        question: 'How do I join?',
        answer:
          'Press Join Free and fill in your full name, email, age, a username and a password. You must be 13 to 19. From 13 to 18 a parent or guardian has to agree first.',
        searchTerms: 'sign up register account create',
        link: { to: 'signup', label: 'Join Free' },
      },
      {
        id: 'no-mail',
        question: 'The confirmation email did not come',
        answer:
          'Look in the spam folder, and check that you typed the address right. The link in it works for one day. If nothing comes, write to us.',
        searchTerms: 'verify verification mail letter missing',
      },
      {
        id: 'forgot',
        question: 'I forgot my password',
        answer:
          'Ask for a letter with a link to set a new one. The link works for an hour. Every other device is signed out when you do.',
        searchTerms: 'reset lost login sign in',
        link: { to: 'forgot', label: 'Set a new password' },
      },
      {
        id: 'age',
        question: 'Why do you ask for my age?',
        answer:
          'To check that you may join, and to protect everybody under 18. Nobody else gets to see it, and it grows by itself.',
        searchTerms: 'birthday years old 13 19',
      },
    ],
  },
  {
    id: 'watching',
    title: 'Watching',
    entries: [
      {
        id: 'find',
        question: 'How do I find something?',
        answer:
          'The box in the bar searches titles, descriptions and creators. The categories show what is newest, and the charts what is liked most.',
        searchTerms: 'search discover browse',
        link: { to: 'charts', label: 'Teen Charts' },
      },
      {
        id: 'stutters',
        question: 'The video stops and starts',
        answer:
          'Leave the quality on Auto: it follows your connection. On mobile data, Data saver in the player’s settings keeps it at 480p or below. If it stops with an error, press Retry.',
        searchTerms: 'buffering slow lag quality loading stuck playback',
      },
      {
        id: 'keys',
        question: 'Which keys can I use?',
        answer:
          'Space or K plays and pauses, J and L jump 10 seconds, M mutes, F fills the screen. Press ? in the player for the whole list.',
        searchTerms: 'keyboard shortcuts',
      },
      {
        id: 'likes',
        question: 'Why do I have to sign in to like?',
        answer:
          'So that one person is one like. On the cards of movies and TV shows it is different: those likes stay in your browser, and no account is needed.',
        searchTerms: 'heart favourite',
      },
    ],
  },
  {
    id: 'making',
    title: 'Making videos',
    entries: [
      {
        id: 'formats',
        question: 'Which files can I upload?',
        answer: `${videoExtensions.map((name) => name.toUpperCase()).join(', ')}; best is MP4 with H.264 and AAC. The largest sizes: ${uploadSizeLimits}.`,
        searchTerms: 'format size limit too large unsupported mov mp4 codec',
        link: { to: 'create', label: 'Upload' },
      },
      {
        id: 'resume',
        question: 'My upload was interrupted',
        answer:
          'Open the upload page again and pick the same file: it goes on where it stopped. What has arrived is kept for a week.',
        searchTerms: 'resume continue broke connection closed tab failed',
      },
      {
        id: 'who-sees',
        question: 'Who can see my video?',
        answer:
          'You choose for each video: “Everyone”, “Followers” or “Only me”. You can change it at any time: press Edit beside the video on your dashboard. A private profile hides all of them from strangers.',
        searchTerms: 'visibility public private hidden audience',
      },
      {
        id: 'metadata',
        question: 'Does a video show where it was filmed?',
        answer:
          'We remove location, time and device info before anyone can see it. What is in the picture stays: look for street signs, school badges and number plates.',
        searchTerms: 'location gps geotag metadata',
      },
      {
        id: 'delete-video',
        question: 'How do I delete a video?',
        answer:
          'On your dashboard, press Delete beside it. It disappears for everyone at once, and its files are erased right after. It cannot be brought back.',
        searchTerms: 'remove take down erase',
        link: { to: 'dashboard', label: 'Your dashboard' },
      },
    ],
  },
  {
    id: 'account',
    title: 'Your account',
    entries: [
      {
        id: 'username',
        question: 'Can I change my username?',
        answer:
          'Yes, once every 30 days, on your dashboard under “Profile & settings”. It has 3 to 20 letters, numbers or underscores.',
        searchTerms: 'handle rename name',
        link: { to: 'dashboard', label: 'Your dashboard' },
      },
      {
        id: 'private',
        question: 'What does a private profile hide?',
        answer:
          'Everything but your picture and your @username. Only approved users see the full profile and your uploads.',
        searchTerms: 'followers hide',
      },
      {
        id: 'block',
        question: 'How do I block or mute somebody?',
        answer:
          'In the menu on their profile. After a block neither of you exists for the other. After a mute you see less of them, and they do not notice. Your lists, and the way back, are under “Blocked and muted” on your dashboard.',
        searchTerms: 'unblock ignore hide person follower remove',
      },
      {
        id: 'password',
        question: 'How do I change my password?',
        answer:
          'On your dashboard, under “Change password”: at least 8 characters, and not one that everybody uses. All your other devices are signed out.',
        searchTerms: 'security hacked stolen',
      },
      {
        id: 'two-steps',
        question: 'How do I keep others out who know my password?',
        answer:
          'Turn on two-step sign-in: after your password we ask for a code that an app on your phone makes. Or add a passkey, which your phone or computer keeps and nobody can lure out of you. Both are on your dashboard, under “Signing in”.',
        searchTerms: 'two-factor 2fa second factor authenticator passkey code security',
        link: { to: 'signingIn', label: 'Signing in' },
      },
      {
        id: 'lost-phone',
        question: 'I lost the phone that makes my codes',
        answer:
          'Sign in with one of the recovery codes that you kept when you turned it on; each works once. A passkey on another device works, too. If you have neither, write to us from the email address of your account.',
        searchTerms: 'recovery code authenticator stolen new phone locked out two-factor',
        link: { to: 'contact', label: 'Write to us' },
      },
      {
        id: 'my-data',
        question: 'How do I get a copy of my data?',
        answer:
          'On your dashboard, under “Your data & devices”, press “Make my copy”. You get one ZIP file with what you told us, what you made and what you chose.',
        searchTerms: 'export download takeout gdpr access zip',
        link: { to: 'data', label: 'Your data & devices' },
      },
      {
        id: 'theme',
        question: 'Can I have it in light colours?',
        answer: 'Yes: Auto, Night or Daylight, at the bottom of every page.',
        searchTerms: 'dark mode theme',
      },
      {
        id: 'cookies',
        question: 'What do you keep in my browser?',
        answer: 'Your sign-in and what you have set yourself. You can switch off what is not essential.',
        searchTerms: 'cookie tracking consent',
        link: { to: 'cookies', label: 'Cookies' },
      },
    ],
  },
  safetyHelpTopic,
]
