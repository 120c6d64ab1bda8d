import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { FollowState, NewVideoNotifications } from './follows.ts'
import { Id, Timestamp } from '../scalars.ts'
import { blockedWordsMaxLength } from '../engagement/comment-limits.ts'
import { bioMaxLength, displayNameMaxLength, usernamePattern } from '../limits.ts'
import {
  personalDetailsWarningField,
  postAnywayField,
  isWithinLength,
  SingleLineText,
  maxCodePointsPerGrapheme,
  textSchema,
} from '../user-text.ts'

const tag = 'Profiles'

/** A profile as other people see it. A `card` shows only the avatar and @username of a private profile. */
export const Profile = z.object({
  user_id: Id,
  username: z.string(),
  display_name: z.string(),
  bio: z.string(),
  avatar_url: z.string().nullable(),
  is_private: z.boolean(),
  view: z.enum(['full', 'card']),
  mine: z.boolean(),
  follow: FollowState.meta({ description: 'Whether the viewer follows this person.' }),
  new_video_notifications: NewVideoNotifications.meta({
    description: 'Whether the viewer gets a notification about each new video of this person.',
  }),
  muted: z.boolean().meta({ description: 'Whether the viewer has muted this person.' }),
  indexable: z.boolean().meta({ description: 'Whether search engines may list the page.' }),
})
export type Profile = z.output<typeof Profile>

export const getProfile = defineEndpoint({
  method: 'GET',
  path: '/api/profiles/{username}',
  summary: 'Retrieves a profile by username, case-insensitively.',
  tag,
  params: z.object({ username: z.string().regex(/^[A-Za-z0-9_]{1,40}$/, 'creator_not_found') }),
  response: Profile,
})

export const getProfileById = defineEndpoint({
  method: 'GET',
  path: '/api/profiles/id/{id}',
  summary: 'Retrieves a profile by user id.',
  tag,
  params: z.object({ id: z.uuid('creator_not_found') }),
  response: Profile,
})

/** The signed-in user's own profile, with fields that only this user can see or change. */
export const OwnProfile = z.object({
  username: z.string(),
  username_free_at: Timestamp.nullable().meta({
    description: 'When the username can be changed again, or null if it can be changed now.',
  }),
  username_free_in_days: z
    .int()
    .meta({ description: 'Days until the username can be changed again. 0 means now.' }),
  choose_username: z.boolean(),
  display_name: z
    .string()
    .meta({ description: 'The display name as entered. `display_name_mode` decides whether others see it.' }),
  display_name_mode: z.enum(['full_name', 'username']),
  may_show_name: z
    .boolean()
    .meta({ description: 'Whether you may show your name, which requires being 18 or older.' }),
  bio: z.string(),
  bio_held: z
    .boolean()
    .meta({ description: 'Whether the new bio is held for review. Other people see the previous one.' }),
  is_private: z.boolean(),
  hides_views: z
    .boolean()
    .meta({ description: 'Whether the view counts of your videos are hidden from other people.' }),
  held_words: z.string().meta({
    description:
      'Words and phrases, one per line. Comments on your videos that contain one of them are held for your approval. An asterisk at the end of a word matches any ending.',
  }),
  avatar_url: z.string().nullable(),
})
export type OwnProfile = z.output<typeof OwnProfile>

export const getOwnProfile = defineEndpoint({
  method: 'GET',
  path: '/api/me/profile',
  summary: 'Retrieves your own profile with its settings.',
  tag,
  response: OwnProfile,
})

export const updateProfile = defineEndpoint({
  method: 'PATCH',
  path: '/api/me/profile',
  summary: 'Updates your own profile. The username can be changed every 30 days.',
  tag,
  body: z.strictObject({
    username: z.string('username_invalid').trim().regex(usernamePattern, 'username_invalid').optional(),
    display_name: SingleLineText.refine(
      (name) => isWithinLength(name, displayNameMaxLength, maxCodePointsPerGrapheme.compact),
      'display_name_too_long',
    ).optional(),
    display_name_mode: z.enum(['full_name', 'username']).optional(),
    bio: textSchema({ max: bioMaxLength, over: 'bio_too_long' }).optional(),
    is_private: z.boolean().optional(),
    hides_views: z.boolean().optional(),
    held_words: textSchema({ max: blockedWordsMaxLength, over: 'held_words_too_long' }).optional(),
    anyway: postAnywayField,
    advise: personalDetailsWarningField,
  }),
  response: OwnProfile,
})

/**
 * Sets the signed-in user's avatar. The request body is the image file (JPEG, PNG, WebP or GIF, at most 10
 * MB). The server decodes the image, rotates it upright, crops it to a square and re-encodes it.
 */
export const putAvatar = defineEndpoint({
  method: 'PUT',
  path: '/api/me/avatar',
  summary: 'Sets your avatar. The request body is the image file.',
  tag,
  response: OwnProfile,
})

export const deleteAvatar = defineEndpoint({
  method: 'DELETE',
  path: '/api/me/avatar',
  summary: 'Removes your avatar.',
  tag,
  response: OwnProfile,
})
