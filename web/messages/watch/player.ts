import { defineMessages, message } from '#i18n/define-messages.ts'
/** The interface text of the video player's controls and announcements. */
export const playerMessages = defineMessages('watch/player', {
  region: message<{ title: string }>('Video player: {title}'),
  bigPlay: message<{ title: string }>('Play {title}'),
  play: 'Play',
  pause: 'Pause',
  back: message<{ seconds: number }>('Back {seconds} seconds'),
  forward: message<{ seconds: number }>('Forward {seconds} seconds'),
  tapForSound: 'Tap for sound',
  captions: 'Captions',
  pip: 'Picture in picture',
  theatre: 'Theatre',
  fullscreen: 'Full screen',
  leaveFullscreen: 'Leave full screen',
  withKey: message<{ label: string; key: string }>('{label} ({key})'),
  mute: 'Mute',
  unmute: 'Unmute',
  volume: 'Volume',
  seek: 'Seek',
  at: message<{ now: string; whole: string }>('{now} of {whole}'),
  inChapter: message<{ position: string; title: string }>('{position}, {title}'),
  settings: 'Settings',
  quality: 'Quality',
  auto: 'Auto',
  autoNow: message<{ height: number }>('Auto ({height}p)'),
  height: message<{ height: number }>('{height}p'),
  dataSaver: 'Data saver',
  speed: 'Speed',
  off: 'Off',
  sound: 'Sound',
  evenVolume: 'Even volume',
  source: 'What to play',
  sources: { main: 'Video', trailer: 'Trailer' },
  retry: 'Retry',
  /**
   * These messages are shown briefly over the video, and screen readers announce them (`aria-live="polite"`).
   */
  said: {
    play: 'Play',
    paused: 'Paused',
    back: message<{ seconds: number }>('−{seconds} seconds'),
    on: message<{ seconds: number }>('+{seconds} seconds'),
    soundOn: 'Sound on',
    muted: 'Muted',
    frameOn: 'Next frame',
    frameBack: 'Previous frame',
    volume: message<{ percent: number }>('Volume {percent}%'),
    normalSpeed: 'Normal speed',
    speed: message<{ rate: number }>('{rate}× speed'),
    captionsOn: 'Captions on',
    captionsOff: 'Captions off',
    theatre: 'Theatre mode on',
    theatreOff: 'Theatre mode off',
  },
  errorTitle: 'Video Playback Error',
  /**
   * The five playback errors that the specification defines (section 8), and `gone`, for viewers who are no
   * longer allowed to watch the video.
   */
  errors: {
    aborted: 'Video loading was aborted',
    network: 'Network error occurred while loading video',
    codec: 'Video codec not supported. Use H.264 + AAC (yuv420p).',
    format: 'Video format not supported (use MP4/H.264 + AAC).',
    unknown: 'Video playback failed',
    gone: 'This video is no longer available.',
  },
})
