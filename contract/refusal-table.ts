import { adRefusals } from './ad-refusals.ts'
import { requestRefusals } from './request-refusals.ts'

/**
 * Every way the server says no, in one closed list. `field` names the form field it belongs to.
 * Titles and details are the specification's where it has one (sections 5 and 8).
 * `when`: said only where this setting is on.
 * `{name}` in a detail is filled from the values given to the Refusal.
 */
export const refusalTable = {
  ...requestRefusals,
  ...adRefusals,

  // Content, likes, comments
  content_not_found: { status: 404, title: 'Not found', detail: "That video doesn't exist (or was removed)" },
  creator_not_found: { status: 404, title: 'Creator not found', detail: "We couldn't find that username" },
  comment_not_found: {
    status: 404,
    title: 'Not found',
    detail: "That comment doesn't exist (or was removed)",
  },
  sign_in_to_like: { status: 401, title: 'Sign in to like videos', detail: 'Joining is free.' },
  comment_empty: { status: 422, title: 'Nothing to post', detail: 'Write something first.', field: 'body' },
  comment_too_long: {
    status: 422,
    title: 'Comment too long',
    detail: 'Use at most 500 characters.',
    field: 'body',
  },

  // Uploads
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
  video_required: { status: 422, title: 'Video required', detail: 'Select a video file.', field: 'file' },
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
    detail: 'Use a link that starts with https:// or one of your own videos.',
    field: 'trailer_url',
  },
  image_unsupported: {
    status: 422,
    title: 'Unsupported image',
    detail: 'Use: JPG, PNG, WEBP, GIF',
    field: 'cover',
  },
  image_unreadable: {
    status: 422,
    title: 'Unsupported image',
    detail: 'The image could not be read.',
    field: 'cover',
  },
  image_too_many_pixels: {
    status: 422,
    title: 'Unsupported image',
    detail: 'Largest image is 33 megapixels.',
    field: 'cover',
  },
  image_too_large: {
    status: 413,
    title: 'File too large',
    detail: 'Max for a picture is 10MB.',
    field: 'cover',
  },
  too_many_uploads: {
    status: 429,
    title: 'One at a time',
    detail: 'Three uploads are already running. Wait until one is done.',
  },
  upload_not_found: {
    status: 404,
    title: 'Not found',
    detail: 'This upload does not exist any more. Please start again.',
  },
  upload_mismatch: {
    status: 422,
    title: 'Upload failed',
    detail: 'This is not the file the upload began with.',
    field: 'file',
  },
  upload_complete: { status: 409, title: 'Already uploaded', detail: 'This upload is complete.' },
  storage_full: {
    status: 507,
    title: 'Storage full',
    detail: 'There is no room right now. Your upload goes on when there is.',
  },
  upload_failed: { status: 422, title: 'Upload failed', detail: '{problem}' },

  // Accounts
  full_name_required: {
    status: 422,
    title: 'Signup failed',
    detail: 'Please enter your full name.',
    field: 'full_name',
  },
  email_invalid: {
    status: 422,
    title: 'Signup failed',
    detail: 'Please enter a valid e-mail address.',
    field: 'email',
  },
  email_taken: {
    status: 409,
    title: 'Signup failed',
    detail: 'There is already an account with this e-mail. Sign in instead.',
    field: 'email',
  },
  age_restriction: {
    status: 422,
    title: 'Age restriction',
    detail: 'Only users aged 13–19 can create an account.',
    field: 'age',
  },
  username_invalid: {
    status: 422,
    title: 'Invalid username',
    detail: 'Use 3–20 characters: letters, numbers, or underscores.',
    field: 'username',
  },
  username_taken: {
    status: 409,
    title: 'Username taken',
    detail: 'Please choose another username.',
    field: 'username',
  },
  username_lock: {
    status: 409,
    title: 'Username lock',
    detail: 'You can change your username again in {n} day(s).',
    field: 'username',
  },
  display_name_too_long: {
    status: 422,
    title: 'Save failed',
    detail: 'Use at most 100 characters.',
    field: 'display_name',
  },
  bio_too_long: { status: 422, title: 'Save failed', detail: 'Use at most 300 characters.', field: 'bio' },
  account_leaving: {
    status: 409,
    title: 'Account on its way out',
    detail: 'This account is booked for deletion. Cancel that on your dashboard first.',
  },
  deletion_too_late: {
    status: 409,
    title: 'Too late',
    detail: 'This could be cancelled for 24 hours. The account is being erased now.',
  },
  password_too_short_signup: {
    status: 422,
    title: 'Signup failed',
    detail: 'Please use at least 6 characters.',
    field: 'password',
  },
  password_too_short: {
    status: 422,
    title: 'Password too short',
    detail: 'Please use at least 8 characters.',
    field: 'password',
  },
  password_too_long: {
    status: 422,
    title: 'Password too long',
    detail: 'Please use at most 128 characters.',
    field: 'password',
  },
  password_weak: {
    status: 422,
    title: 'Weak password',
    detail: 'This password is too common. Please choose another.',
    field: 'password',
  },
  password_wrong: {
    status: 422,
    title: 'Change failed',
    detail: 'The current password is not right.',
    field: 'current_password',
  },
  password_current_required: {
    status: 422,
    title: 'Change failed',
    detail: 'Enter your current password as well.',
    field: 'current_password',
  },
  terms_required: { status: 422, title: 'Signup failed', detail: 'Please accept the terms.', field: 'terms' },
  sign_in_failed: { status: 401, title: 'Sign In Failed', detail: 'E-mail or password is not right.' },
  email_not_confirmed: {
    status: 403,
    title: 'Sign In Failed',
    detail: 'Please confirm your e-mail first. We have sent you the link again.',
  },
  reset_link_invalid: {
    status: 422,
    title: 'Change failed',
    detail: 'This link has expired or was used already. Ask for a new one.',
  },
  account_closed: {
    status: 403,
    title: 'Not allowed',
    detail: 'This account can only be read and exported.',
  },
} as const satisfies Record<
  string,
  { status: number; title: string; detail: string; field?: string; when?: string }
>
