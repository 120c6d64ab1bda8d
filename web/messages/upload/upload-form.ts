import { defineMessages, message } from '#i18n/define-messages.ts'
import type { UploadType } from '#contract/content/content-types.ts'

const headingByType: Record<UploadType, string> = {
  music: 'Upload music',
  show: 'Upload a show',
  story: 'Upload a story',
  talent: 'Show your talent',
  challenge: 'Take a challenge',
  live: 'Upload a live video',
  movie: 'Upload a movie',
}

/** The interface text of the upload form, except for the text of its progress card. */
export const uploadFormMessages = defineMessages('upload/upload-form', {
  page: {
    title: 'Upload',
    description: 'Upload a music video, show, story, talent clip, challenge or live recording.',
  },
  needsScript: {
    title: 'Uploading needs JavaScript',
    text: 'We use JavaScript to upload videos in pieces, so you keep your progress if the connection drops. Turn on JavaScript for this site in your browser settings.',
    dashboard: 'Go to dashboard',
  },
  heading: headingByType,
  submit: { published: 'Upload', scheduled: 'Upload and schedule', draft: 'Save as draft' },
  missing: {
    both: 'To upload, add a video and a title.',
    video: 'To upload, add a video.',
    title: 'To upload, add a title.',
    audience: 'Choose who can watch your video.',
  },
  submitOn: 'Resume upload',
  type: {
    legend: 'What are you uploading?',
    locked: 'You can’t change the type of video once the upload has started.',
  },
  video: {
    label: 'Video file',
    prompt: 'Drop your video here or choose a file',
    several: 'To upload several videos, choose them all at once.',
    another: 'Choose another video',
    letGo: 'Drop it here!',
    advised: 'Recommended: MP4 (H.264 + AAC)',
    allowed: message<{ size: string; formats: string }>('Up to {size} · {formats}'),
  },
  smaller: {
    label: 'Compress before uploading',
    hint: 'Your device makes the video smaller (1080p at most) before uploading it. This takes longer but uses less data.',
  },
  pictures: {
    cover: 'Cover image',
    addCover: 'Add a cover',
    thumbnail: 'Thumbnail image',
    addThumbnail: 'Add a thumbnail',
    hint: 'The cover and the thumbnail are optional. If you skip them, we’ll use frames from your video.',
  },
  details: {
    title: 'Title',
    description: 'Description',
    genre: 'Genre',
    chooseGenre: 'Choose a genre',
    language: 'Language of the video',
    languageHint: 'Helps people find your video, and helps screen readers read its title correctly.',
    noLanguage: 'Not specified',
    tags: 'Tags',
    tagsHint: message<{ max: number }>('Up to {max}. Press Enter or comma after each tag.'),
    tagsHintWithoutScript: message<{ max: number }>('Up to {max}, separated by commas.'),
    removeTag: message<{ tag: string }>('Remove tag {tag}'),
    chosenTags: 'Added tags',
    trailer: 'Trailer link',
    trailerStart: 'https://',
    trailerHint:
      'If you’re under 18, only you can see a link to a trailer on another site. If you’re 18 or older, only signed-in adults can see it.',
    ownTrailer: 'Or use one of your videos as the trailer',
    noOwnTrailer: 'None',
    audience: 'Who can watch?',
    publication: 'When should we publish it?',
    publishAt: 'Date and time',
    timeZone: message<{ name: string }>('Time zone: {name}'),
    rating: 'Who is it for?',
    commentMode: 'Who can comment?',
    commentModeLimit: 'Your safety settings still apply.',
    ratingFixed: 'A moderator set this rating, so you can’t change it.',
    capped: 'Your profile is private, so only approved followers can see your videos.',
  },
  audience: {
    public: { label: 'Everyone', hint: 'Shown across the site' },
    followers: { label: 'Followers', hint: 'Only your followers can see the video' },
    unlisted: { label: 'Unlisted', hint: 'Anyone with the link can watch' },
    only_me: { label: 'Only me', hint: 'No one else can see the video' },
  },
  commentMode: {
    everyone: { label: 'Everyone', hint: 'Comments appear right away' },
    followers: { label: 'Followers', hint: 'Only people who follow you' },
    held: { label: 'Hold for review', hint: 'You approve each comment first' },
    off: { label: 'Off', hint: 'Nobody can comment, and comments are hidden' },
  },
  publication: {
    published: { label: 'Publish now', hint: 'As soon as the video is processed' },
    scheduled: { label: 'Schedule', hint: 'Only you can see the video until its publish time' },
    draft: { label: 'Save as draft', hint: 'Only you can see the video until you publish it' },
  },
  rating: {
    all: { label: 'All ages', hint: 'Suitable for ages 13 and up' },
    '16': { label: '16 and over', hint: 'Hidden from under-16s and signed-out visitors' },
  },
  goingOn: {
    percent: message<{ percent: number }>('Resuming from {percent}%.'),
    known: message<{ percent: number }>('We recognised this file: {percent}% of it is already uploaded.'),
    startOver: 'Start over',
  },
  unfinished: {
    one: 'Unfinished upload',
    several: 'Unfinished uploads',
    pick: 'Choose the same file to resume.',
    here: 'The file is still saved on this device, so you can resume now.',
    amount: message<{ name: string; there: string; all: string }>('{name} · {there} of {all} uploaded'),
    goOn: 'Resume',
    discard: 'Discard',
  },
  privacy: {
    later: 'We remove location and device info before anyone can see your video.',
    gone: 'Location and device info was removed on your device before uploading.',
  },
})

/** The interface text of the card that the dashboard shows after an upload is complete. */
export const finishedUploadMessages = defineMessages('upload/finished-upload', {
  label: 'Upload finished',
  ready: 'Your video is up!',
  readyText: 'Your video is ready to watch. Higher-quality versions will follow automatically.',
  received: 'We’ve got your video',
  receivedText:
    'Your video is still being processed. You’ll find it below, and we’ll notify you when it’s ready.',
  draft: 'Saved as a draft',
  draftText: 'Only you can see this draft. When you’re ready, press Publish next to the video below.',
  scheduled: 'Your video is scheduled',
  scheduledFor: message<{ time: string }>('Your video goes live on {time}.'),
  scheduledText:
    'Only you can see the video until then. To change the time, press Reschedule next to the video below.',
  watch: 'Watch now',
  close: 'Close',
})

/** The interface text of the progress card for an upload. */
export const uploadProgressMessages = defineMessages('upload/upload-progress', {
  label: message<{ title: string }>('Upload of {title}'),
  steps: {
    label: 'Steps',
    done: 'done',
    transcoding: 'Preparing',
    uploading: 'Uploading',
    processing: 'Processing',
    complete: 'Ready',
  },
  headline: {
    loading: 'Getting ready…',
    transcoding: 'Preparing on your device…',
    uploading: 'Uploading…',
    processing: 'Processing…',
    ready: 'Ready to watch',
    received: 'We’ve got your video',
    failed: 'Upload failed',
  },
  holds: {
    paused: 'Paused',
    network: 'Waiting for the network…',
    storage: 'Storage full',
    server: 'Waiting for the server…',
  },
  loading: 'Checking your video.',
  transcoding: 'Removing location and device info. Nothing has left your device yet.',
  shrinking:
    'Compressing your video and removing location and device info. Nothing has left your device yet.',
  amount: message<{ sent: string; all: string }>('{sent} of {all}'),
  nothingLost: message<{ amount: string }>('{amount}. Your progress is saved.'),
  offline: message<{ amount: string }>('{amount}. Your upload will resume when you’re back online.'),
  noRoom: 'The site is out of storage space right now. Your upload will resume when there’s space again.',
  checking: message<{ amount: string }>('{amount} · checking the upload'),
  pace: message<{ amount: string; speed: string; left: string }>('{amount} · {speed}/s · {left}'),
  arrived: 'Upload complete.',
  paused:
    'Video processing is paused right now. Your video is safe, and processing will resume automatically.',
  inLine: message<{ place: string }>('{place} in line'),
  percentDone: message<{ percent: number }>('{percent}% done'),
  processingGoesOn: 'Processing continues automatically. Follow its progress on your dashboard.',
  moreQualities: 'Higher-quality versions will follow automatically.',
  resumed: message<{ amount: string }>('Upload resumed: {amount} was already uploaded.'),
  smaller: message<{ before: string; after: string }>('Compressed on your device from {before} to {after}.'),
  spokenPreparing: message<{ percent: number }>('Preparing: {percent} percent'),
  spokenUploading: message<{ percent: number }>('Uploading: {percent} percent'),
  failedDetail: 'Please try again.',
  failedToSend: 'Failed to upload video',
  notSaved: message<{ what: string; why: string }>(
    'The {what, select, cover {cover} thumbnail {thumbnail} other {trailer}} wasn’t saved. {why} You can add it again later.',
  ),
  tryAgain: 'Try again',
  back: 'Back to upload form',
  watch: 'Watch now',
  goOn: 'Resume',
  pause: 'Pause',
  cancel: 'Cancel',
  reallyCancel: {
    title: 'Cancel this upload?',
    text: 'Everything uploaded so far will be deleted. The details you typed stay in the form.',
    yes: 'Cancel upload',
    no: 'Keep uploading',
  },
  left: {
    few: 'a few seconds left',
    seconds: message<{ seconds: number }>('about {seconds} s left'),
    minutes: message<{ minutes: number }>('about {minutes} min left'),
    hours: message<{ hours: number; minutes: number }>('about {hours} h {minutes} min left'),
  },
})
