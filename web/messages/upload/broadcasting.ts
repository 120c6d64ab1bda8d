import { defineMessages, message } from '#i18n/define-messages.ts'

/** The interface text of the page on which creators go live. */
export const broadcastingMessages = defineMessages('upload/broadcasting', {
  page: {
    title: 'Go live',
    description: 'Go live with your camera or your screen. You can watch the recording later.',
  },
  enter: 'Go live',
  source: {
    legend: 'What do you want to show?',
    camera: 'Use camera',
    screen: 'Share screen',
    change: 'Change source',
    hint: 'Nobody sees anything until you go live.',
  },
  preview: 'Preview of your broadcast',
  level: 'Microphone level',
  mute: 'Mute microphone',
  unmute: 'Unmute microphone',
  noMicrophone: 'No microphone: viewers will only hear the sound from your screen.',
  delay: message<{ seconds: number }>(
    'Viewers see everything {seconds, plural, one {# second} other {# seconds}} later. If something goes wrong, “Stop now” deletes what they haven’t seen yet.',
  ),
  noDelay: 'Without a delay, viewers see everything right away.',
  delayField: {
    label: 'Delay',
    hint: 'Viewers see you this much later, so there’s time to stop before they see something they shouldn’t.',
    forMinors: message<{ seconds: number }>(
      'If you’re under 18, it’s at least {seconds, plural, one {# second} other {# seconds}}.',
    ),
    none: 'No delay',
    seconds: message<{ seconds: number }>('{seconds, plural, one {# second} other {# seconds}}'),
  },
  recording: 'When you end the broadcast, we save a recording. You can delete it any time.',
  start: 'Go live',
  back: 'Back',
  missing: {
    source: 'To go live, turn on your camera or share your screen.',
    title: 'To go live, add a title.',
    audience: 'Choose who can watch your broadcast.',
  },
  blockers: {
    insecure: {
      title: 'Going live needs a secure connection',
      text: 'Browsers allow the camera only if the address of the page starts with https. Open this site’s https address, or ask the person who runs the site.',
    },
    unsupported: {
      title: 'This browser can’t go live',
      text: 'Update your browser, or use the latest Chrome, Edge or Safari. You can still upload a video.',
    },
    email: {
      title: 'Confirm your email first',
      text: 'Open the link in the email we sent you. Then come back here.',
    },
    age: {
      title: 'You can’t go live yet',
      text: 'You’re not old enough to go live, or your account is suspended. You can still watch broadcasts.',
    },
  },
  uploadInstead: 'Upload a video',
  settings: 'Go to settings',
  watchLive: 'Watch live videos',
  running: {
    title: 'You’re already live',
    text: message<{ title: string }>(
      '“{title}” is still on air. If you closed or reloaded its page, you can continue it here. If we get no video from you, it ends automatically after a minute.',
    ),
    source: 'To continue, turn on your camera or share your screen.',
    resume: 'Continue broadcast',
    end: 'End broadcast',
    watch: 'Watch broadcast',
  },
  onAir: {
    badge: 'Live',
    elapsed: 'Time on air',
    good: 'Your connection is good.',
    lost: 'Your connection was lost. Keep this page open: we’re saving your video and will send it when you’re back online.',
    stay: 'Keep this page open. If it closes by accident, you have a minute to open it again and continue.',
    watch: 'Open viewers’ page',
    end: 'End broadcast',
    cut: 'Stop now',
    ending: 'Ending your broadcast…',
  },
  endDialog: {
    title: 'End your broadcast?',
    text: 'Viewers will still see everything up to now. After that, we’ll save your recording.',
    confirm: 'End broadcast',
    keep: 'Stay live',
  },
  cutDialog: {
    title: 'Stop right now?',
    text: message<{ seconds: number }>(
      'Your broadcast stops for everyone. The last {seconds, plural, one {# second} other {# seconds}} won’t be shown to viewers, and won’t be in the recording.',
    ),
    textWithoutDelay: 'Your broadcast stops for everyone. Viewers have already seen everything up to now.',
    confirm: 'Stop now',
  },
  leaveDialog: {
    title: 'You’re live',
    text: 'If you leave this page, your broadcast ends. Viewers will still see everything up to now.',
    confirm: 'End and leave',
  },
  ended: {
    title: 'Your broadcast has ended',
    text: 'We’re turning it into a video. You’ll find the recording on the same page.',
    nothingSeen: 'Viewers hadn’t seen anything yet, so there’s no recording.',
    watch: 'Go to the recording',
    again: 'Go live again',
    rules: 'Go to the Safety Center',
    continued: {
      title: 'Your broadcast continues on another page',
      text: 'This page is no longer sending video.',
      open: 'Continue it here',
    },
    reasons: {
      moderator: {
        title: 'A moderator stopped your broadcast',
        text: 'What viewers hadn’t seen yet was deleted.',
      },
      no_data: {
        title: 'Your broadcast has ended',
        text: 'We didn’t get any video from you for a minute, so your broadcast ended.',
      },
      too_long: {
        title: 'Your broadcast has ended',
        text: 'A broadcast can last up to 3 hours. You can start a new one.',
      },
      rejected: {
        title: 'Your broadcast has ended',
        text: 'We couldn’t read the video from your browser. Update your browser, or try another one.',
      },
    },
    moderatorReason: message<{ reason: string }>('The moderator wrote: “{reason}”'),
    problems: {
      connection_lost: 'Your connection was lost for too long. Everything up to then is in the recording.',
      refused: 'You’re signed out, or your account can’t go live any more. Sign in again to find out why.',
      format_changed:
        'This browser sends video in a different format, so it can’t continue your broadcast. The recording has everything up to this point.',
      capture_ended: 'Your camera was disconnected, or you stopped sharing your screen.',
      encoder_failed: 'Your browser couldn’t encode the video. Close other apps and tabs, then try again.',
      cut_failed:
        'We couldn’t reach the server to delete what viewers hadn’t seen yet, so they may still see it. You can delete the recording on the video’s page.',
    },
  },
})
