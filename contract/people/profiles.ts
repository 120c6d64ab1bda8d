import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { FollowState } from './follows.ts'
import { Id, Timestamp } from '../scalars.ts'
import { bioMax, displayNameMax, usernamePattern } from '../limits.ts'
import {
  warnIdentifyingUsernameField,
  postAnywayField,
  isWithinLength,
  SingleLineText,
  codePointsPerGrapheme,
  textSchema,
} from '../user-text.ts'

const tag = 'Profiles'

/** A public profile. `card` is the stub of a private profile: avatar and @username only. */
export const Profile = z.object({
  user_id: Id,
  username: z.string(),
  display_name: z.string(),
  bio: z.string(),
  avatar_url: z.string().nullable(),
  is_private: z.boolean(),
  view: z.enum(['full', 'card']),
  mine: z.boolean(),
  follow: FollowState.meta({ description: 'how the viewer follows them' }),
  muted: z.boolean().meta({ description: 'by the viewer' }),
  indexable: z.boolean().meta({ description: 'search engines may list the page' }),
})
export type Profile = z.output<typeof Profile>

export const getProfile = defineEndpoint({
  method: 'GET',
  path: '/api/profiles/{username}',
  summary: 'A profile by username, in any case',
  tag,
  params: z.object({ username: z.string().regex(/^[A-Za-z0-9_]{1,40}$/, 'creator_not_found') }),
  response: Profile,
})

export const getProfileById = defineEndpoint({
  method: 'GET',
  path: '/api/profiles/id/{id}',
  summary: 'A profile by user id',
  tag,
  params: z.object({ id: z.uuid('creator_not_found') }),
  response: Profile,
})

/** Your own profile, with fields that only you can see or change. */
export const OwnProfile = z.object({
  username: z.string(),
  username_free_at: Timestamp.nullable().meta({ description: 'until then the username stays; null: now' }),
  username_free_in_days: z.int().meta({ description: '0: it can be changed now' }),
  choose_username: z.boolean(),
  display_name: z
    .string()
    .meta({ description: 'as its owner typed it; others see it as display_name_mode says' }),
  display_name_mode: z.enum(['full_name', 'username']),
  may_show_name: z.boolean().meta({ description: '18 or 19: may be shown by name' }),
  bio: z.string(),
  bio_held: z.boolean().meta({ description: 'being checked; others see the one before' }),
  is_private: z.boolean(),
  hides_views: z.boolean().meta({ description: 'others do not see how often their videos were watched' }),
  avatar_url: z.string().nullable(),
})
export type OwnProfile = z.output<typeof OwnProfile>

export const getOwnProfile = defineEndpoint({
  method: 'GET',
  path: '/api/me/profile',
  summary: 'One’s own profile, as the settings show it',
  tag,
  response: OwnProfile,
})

export const updateProfile = defineEndpoint({
  method: 'PATCH',
  path: '/api/me/profile',
  summary: 'Changes one’s own profile; a username at most every 30 days',
  tag,
  body: z.strictObject({
    username: z.string('username_invalid').trim().regex(usernamePattern, 'username_invalid').optional(),
    display_name: SingleLineText.refine(
      (name) => isWithinLength(name, displayNameMax, codePointsPerGrapheme.few),
      'display_name_too_long',
    ).optional(),
    display_name_mode: z.enum(['full_name', 'username']).optional(),
    bio: textSchema({ max: bioMax, over: 'bio_too_long' }).optional(),
    is_private: z.boolean().optional(),
    hides_views: z.boolean().optional(),
    anyway: postAnywayField,
    advise: warnIdentifyingUsernameField,
  }),
  response: OwnProfile,
})

/**
 * The request body is the image file (JPEG, PNG, WebP or GIF, at most 10 MB). It is decoded, rotated upright,
 * cropped to a square and re-encoded.
 */
export const putAvatar = defineEndpoint({
  method: 'PUT',
  path: '/api/me/avatar',
  summary: 'Sets one’s own picture (the body is the image)',
  tag,
  response: OwnProfile,
})

export const deleteAvatar = defineEndpoint({
  method: 'DELETE',
  path: '/api/me/avatar',
  summary: 'Removes one’s own picture',
  tag,
  response: OwnProfile,
})
