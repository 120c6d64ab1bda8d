import { defineMessages, message, textWithConstants } from '#i18n/define-messages.ts'
import { formatList } from '#i18n/formats.ts'
import { type UploadType, uploadTypes } from '#contract/content/content-types.ts'
import { getMaxUploadSizeLabel, videoExtensions } from '#contract/limits.ts'
import { dataAndDevicesMessages } from '../dashboard/data-and-devices.ts'
import { safetyHelpTopic } from './safety-help-topic.ts'
import type { HelpTopic } from './help-center.ts'

/** The maximum file size for each upload type, which is shown after the name of the type. */
const uploadSizeMessages = defineMessages('help/upload-sizes', {
  music: message<{ size: string }>('Music {size}'),
  show: message<{ size: string }>('shows {size}'),
  story: message<{ size: string }>('stories {size}'),
  talent: message<{ size: string }>('talent {size}'),
  challenge: message<{ size: string }>('challenges {size}'),
  live: message<{ size: string }>('live {size}'),
  movie: message<{ size: string }>('movies {size}'),
} satisfies Record<UploadType, unknown>)

const listUploadSizes = () =>
  formatList(
    uploadTypes.map((type) => uploadSizeMessages[type]({ size: getMaxUploadSizeLabel(type) })),
    'unit',
  )

export const helpTopics: HelpTopic[] = defineMessages(
  'help/help-topics',
  [
    {
      id: 'start',
      title: 'Getting started',
      entries: [
        {
          id: 'join',
          question: 'How do I join?',
          answer:
            'Press Join Free and fill in your full name, email and age, then choose a username and a password. You must be 13 to 19. If you’re 13 to 18, a parent or guardian has to agree first.',
          searchTerms: 'sign up register account create',
          link: { to: 'signUp', label: 'Join Free' },
        },
        {
          id: 'no-mail',
          question: 'I didn’t get the confirmation email',
          answer:
            'Check your spam folder, and make sure you typed your email address correctly. The link in the email works for one day. If nothing arrives, write to us.',
          searchTerms: 'verify verification mail letter missing',
        },
        {
          id: 'forgot',
          question: 'I forgot my password',
          answer:
            'We can email you a link to set a new password. The link works for one hour. Setting a new password signs you out on every other device.',
          searchTerms: 'reset lost login sign in',
          link: { to: 'forgotPassword', label: 'Set a new password' },
        },
        {
          id: 'age',
          question: 'Why do you ask for my age?',
          answer:
            'We ask for your age to check that you can join, and to protect everyone under 18. Nobody else can see your age, and we update it automatically every year.',
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
            'Use the search box at the top to search titles, descriptions and creators. The categories show the newest videos, and the charts show the most liked ones.',
          searchTerms: 'search discover browse',
          link: { to: 'charts', label: 'Teen Charts' },
        },
        {
          id: 'stutters',
          question: 'The video keeps stopping',
          answer:
            'Leave the quality on Auto, so it adapts to your connection. On mobile data, turn on Data saver in the player’s settings to keep the quality at 480p or below. If the video stops with an error, press Retry.',
          searchTerms: 'buffering slow lag quality loading stuck playback',
        },
        {
          id: 'keys',
          question: 'Which keyboard shortcuts can I use?',
          answer:
            'Space or K plays and pauses, J and L skip 10 seconds, M mutes, and F switches to full screen. Press ? in the player for the whole list.',
          searchTerms: 'keyboard shortcuts',
        },
        {
          id: 'likes',
          question: 'Why do I have to sign in to like a video?',
          answer:
            'Signing in makes sure that each person’s like counts only once. On the Movies and TV shows pages, you can like videos without an account, because those likes are stored only in your browser.',
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
          answer: textWithConstants(
            '{formats}. MP4 with H.264 and AAC works best. Maximum file sizes: {sizes}.',
            () => ({
              formats: videoExtensions.map((name) => name.toUpperCase()).join(', '),
              sizes: listUploadSizes(),
            }),
          ),
          searchTerms: 'format size limit too large unsupported mov mp4 codec',
          link: { to: 'uploadPage', label: 'Upload' },
        },
        {
          id: 'resume',
          question: 'My upload was interrupted',
          answer:
            'Open the upload page again and choose the same file. The upload continues where it stopped. We keep an unfinished upload for a week.',
          searchTerms: 'resume continue broke connection closed tab failed',
        },
        {
          id: 'trim-and-record',
          question: 'Can I cut or record a video here?',
          answer:
            'Yes. After you choose a video, press Trim to set where it starts and ends. The parts you cut off are never uploaded. To film something new, press “Record with your camera” on the upload page.',
          searchTerms: 'trim cut shorten edit camera webcam microphone film',
          link: { to: 'uploadPage', label: 'Upload' },
        },
        {
          id: 'who-sees',
          question: 'Who can see my video?',
          answer:
            'For each video, you choose “Everyone”, “Followers”, “Unlisted” (anyone with the link) or “Only me”. You can also schedule a video or save it as a draft, and only you can see it until it’s published. To change this later, press Edit next to the video on your dashboard. If your profile is private, strangers can’t see any of your videos.',
          searchTerms: 'visibility public private hidden audience unlisted link schedule draft publish',
        },
        {
          id: 'metadata',
          question: 'Does a video show where it was filmed?',
          answer:
            'No. We remove location, time and device info before anyone can see your video. We can’t remove what people can see in the video, so check it for street signs, school badges and number plates before you upload it.',
          searchTerms: 'location gps geotag metadata',
        },
        {
          id: 'delete-video',
          question: 'How do I delete a video?',
          answer:
            'On your dashboard, press Delete next to the video. It disappears for everyone immediately, and we delete its files right afterwards. You can’t undo this.',
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
          id: 'push',
          question: 'How do I get push notifications or a weekly email?',
          answer:
            'Everything arrives in the bell at the top of the page. Push notifications and the weekly email are off until you turn them on. Open your notifications, press “Turn on for this device” and choose what should pop up. Below that, you can turn on the weekly email. Push notifications never show names or what someone wrote.',
          searchTerms: 'push notification phone alert digest newsletter email weekly unsubscribe',
          link: { to: 'notifications', label: 'Notifications' },
        },
        {
          id: 'username',
          question: 'Can I change my username?',
          answer:
            'Yes, once every 30 days, on your dashboard under “Profile & settings”. A username has 3 to 20 letters, numbers or underscores.',
          searchTerms: 'handle rename name',
          link: { to: 'dashboard', label: 'Your dashboard' },
        },
        {
          id: 'private',
          question: 'What does a private profile hide?',
          answer:
            'A private profile hides everything except your photo and your @username. Only people you’ve approved can see your full profile and your uploads.',
          searchTerms: 'followers hide',
        },
        {
          id: 'block',
          question: 'How do I block or mute someone?',
          answer:
            'Open the menu on the person’s profile. If you block someone, you can’t see each other any more. If you mute someone, you won’t see their videos, their comments are hidden, and we don’t tell them. To undo either, go to “Blocked and muted” on your dashboard.',
          searchTerms: 'unblock ignore hide person follower remove',
        },
        {
          id: 'comments-on-my-videos',
          question: 'How do I keep the comments on my videos kind?',
          answer:
            'To remove a comment, open the menu next to it. In your profile settings, you can list words you don’t want to see. A comment that contains one of these words is hidden until you approve it. Under “Safety & privacy”, you choose who can comment.',
          searchTerms: 'delete remove words filter approve hold bullying',
        },
        {
          id: 'password',
          question: 'How do I change my password?',
          answer:
            'Go to “Change password” on your dashboard. Use at least 8 characters, and don’t choose a common password. Changing your password signs you out on all your other devices.',
          searchTerms: 'security hacked stolen',
        },
        {
          id: 'two-steps',
          question: 'How do I protect my account if someone knows my password?',
          answer:
            'Turn on two-step sign-in. After you enter your password, we ask for a code from an app on your phone. You can also add a passkey, which is stored on your phone or computer. A fake site can’t steal a passkey. You’ll find both on your dashboard, under “Sign-in & security”.',
          searchTerms: 'two-factor 2fa second factor authenticator passkey code security',
          link: { to: 'signInSettings', label: 'Sign-in & security' },
        },
        {
          id: 'lost-phone',
          question: 'I lost the phone I use for sign-in codes',
          answer:
            'Sign in with one of the recovery codes you saved when you turned on two-step sign-in. Each code works once. You can also use a passkey on another device. If you have neither, write to us from the email address of your account.',
          searchTerms: 'recovery code authenticator stolen new phone locked out two-factor',
          link: { to: 'contact', label: 'Write to us' },
        },
        {
          id: 'my-data',
          question: 'How do I get a copy of my data?',
          answer: textWithConstants(
            'On your dashboard, under “Your data & devices”, press “{button}”. You get one ZIP file with the details you gave us, everything you posted and your settings.',
            () => ({ button: dataAndDevicesMessages.ask }),
          ),
          searchTerms: 'export download takeout gdpr access zip',
          link: { to: 'dataAndDevices', label: 'Your data & devices' },
        },
        {
          id: 'theme',
          question: 'Can I switch to light mode?',
          answer: 'Yes. Choose Auto, Night or Daylight at the bottom of any page.',
          searchTerms: 'dark theme colours',
        },
        {
          id: 'cookies',
          question: 'What do you store in my browser?',
          answer:
            'We store your settings and the cookies that keep you signed in. You can switch off everything that isn’t essential.',
          searchTerms: 'cookie tracking consent',
          link: { to: 'cookies', label: 'Cookies' },
        },
      ],
    },
    safetyHelpTopic,
  ],
  ['id', 'to'],
)
