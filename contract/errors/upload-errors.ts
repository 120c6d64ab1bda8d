import { defineMessages } from '#i18n/define-messages.ts'

/** Errors about uploads, genres and images. Part of error-table.ts. */
export const uploadErrors = defineMessages(
  'errors/upload',
  {
    content_type_unknown: {
      status: 422,
      title: 'Unknown type',
      detail: 'Choose one of: music, show, story, talent, challenge, live, movie.',
      field: 'content_type',
    },
    genre_unknown: {
      status: 422,
      title: 'Unknown genre',
      detail: 'Choose a genre from the list.',
      field: 'genre',
    },
    video_language_unknown: {
      status: 422,
      title: 'Unknown language',
      detail: 'Choose the language of your video from the list.',
      field: 'language',
    },
    video_required: { status: 400, title: 'Video required', detail: 'Select a video file.', field: 'file' },
    title_required: { status: 422, title: 'Title required', detail: 'Please add a title.', field: 'title' },
    title_too_long: {
      status: 422,
      title: 'Title too long',
      detail: 'Use at most 120 characters.',
      field: 'title',
    },
    description_too_long: {
      status: 422,
      title: 'Description too long',
      detail: 'Use at most 5,000 characters.',
      field: 'description',
    },
    unsupported_format: {
      status: 422,
      title: 'Unsupported format',
      detail: 'Use: MP4, MOV, AVI, MKV, WEBM, M4V, WMV, FLV',
      field: 'file',
    },
    file_too_large: {
      status: 413,
      title: 'File too large',
      detail: 'Max for {type} is {size}.',
      field: 'file',
    },
    trailer_invalid: {
      status: 422,
      title: 'Trailer not accepted',
      detail: 'For the trailer, use one of your own videos or a link that starts with https://.',
      field: 'trailer_url',
    },
    image_missing: { status: 422, title: 'Upload failed', detail: 'Choose an image first.', field: 'avatar' },
    image_unsupported: {
      status: 422,
      title: 'Unsupported image',
      detail: 'Use a JPG, PNG, WEBP or GIF image.',
      field: 'cover',
    },
    image_unreadable: {
      status: 422,
      title: 'Unsupported image',
      detail: 'We couldn’t read this image. Try another file.',
      field: 'cover',
    },
    image_too_many_pixels: {
      status: 422,
      title: 'Unsupported image',
      detail: 'Images can have at most 33 megapixels.',
      field: 'cover',
    },
    image_too_large: {
      status: 413,
      title: 'File too large',
      detail: 'An image can be at most 10MB.',
      field: 'cover',
    },
    too_many_uploads: {
      status: 429,
      title: 'Too many uploads',
      detail: 'You already have three uploads running. Wait until one finishes, then try again.',
    },
    quota_full: {
      status: 413,
      title: 'Storage limit reached',
      detail:
        'Your videos can use up to {size} of storage in total. Delete a video you no longer need, then try again.',
      field: 'file',
    },
    upload_not_found: {
      status: 404,
      title: 'Not found',
      detail: 'This upload no longer exists. Please start again.',
    },
    upload_mismatch: {
      status: 422,
      title: 'Upload failed',
      detail: 'This isn’t the file you started uploading. Choose the original file to continue.',
      field: 'file',
    },
    upload_complete: { status: 409, title: 'Already uploaded', detail: 'This upload is complete.' },
    storage_full: {
      status: 507,
      title: 'Storage full',
      detail: 'The site is out of storage space right now. Your upload will resume when there’s space again.',
    },
    upload_failed: { status: 422, title: 'Upload failed', detail: '{problem}' },
  } as const,
  ['field', 'when'],
)
