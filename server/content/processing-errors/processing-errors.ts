import { defineMessages, message } from '#i18n/define-messages.ts'

/*
 * The reason why a video could not be processed is stored in English, because the worker does not know the
 * reader's language. Owners see the reason in their own language.
 */
const english = {
  unsupportedFormat: 'Unsupported format',
  useFormats: 'Use: MP4, MOV, AVI, MKV, WEBM, M4V, WMV, FLV',
  noVideo: 'The file contains no video.',
  pictureTooLarge: 'The largest supported picture size is 4096x2304.',
  pictureTooSmall: 'The smallest supported picture size is 16x16.',
  tooFast: 'The highest supported frame rate is 120 fps.',
  tooManyTracks: 'Too many tracks.',
  tooLong: 'The video is too long.',
  codecNotSupported: 'Video codec not supported',
  unknownCodec:
    'This video uses a format we can’t read. Export it as an MP4 with H.264 video and AAC sound, then upload it again.',
  notAccepted: 'Not accepted',
  takenDown: 'This video was taken down before, so it can’t be uploaded again.',
  uploadFailed: 'Upload failed',
  unreadable: 'The video could not be read.',
  tryAgain: 'Please try again.',
  videoRemoved: 'Video removed',
  videoRemovedDetail: 'This video was removed, so its file wasn’t replaced.',
  newVideoRefused: 'New video rejected',
  newVideoRefusedDetail: 'A moderator reviewed the new video and rejected it.',
}

const messages = defineMessages('errors/processing', english)
const codecMessages = defineMessages('errors/processing-codec', {
  unsupported: message<{ codec: string }>(
    'This video uses {codec}, which we can’t read. Export it as an MP4 with H.264 video and AAC sound, then upload it again.',
  ),
})

const keyByText = new Map(
  Object.entries(english).map(([key, text]) => [text, key as keyof typeof english] as const),
)

/**
 * Returns a stored error title or detail in the current language. Errors that earlier versions of the
 * software stored are returned in English.
 */
export function translateProcessingError(stored: string): string {
  const key = keyByText.get(stored)
  if (key) return messages[key]
  const codec = /^This video uses (.+), which we can’t read\./.exec(stored)?.[1]
  return codec ? codecMessages.unsupported({ codec }) : stored
}

/** Returns the error that the owner sees, or null if there is none. */
export function presentProcessingError(
  title: string | null,
  detail: string | null,
): { title: string; detail: string } | null {
  return title === null
    ? null
    : { title: translateProcessingError(title), detail: translateProcessingError(detail ?? '') }
}
