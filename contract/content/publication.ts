import { z } from 'zod'
import { Timestamp } from '../scalars.ts'
import { PublicationState, Visibility } from './content-types.ts'

/** How far ahead a video can be scheduled. */
export const publishScheduleLimits = { minMinutes: 1, maxDays: 365 }

/** The request fields that set when a video is published. */
export const publicationUpdateFields = {
  publication_state: PublicationState.optional().meta({
    description:
      'A published video can’t become a draft or a scheduled video again. `scheduled` needs `publish_at`.',
  }),
  publish_at: z.iso.datetime({ offset: true, error: 'publish_at_out_of_range' }).optional().meta({
    description:
      'When to publish the video: at least a minute ahead and at most a year ahead. Makes the video `scheduled`.',
  }),
}

/** The publication state of a video, as its owner sees it. */
export const publicationFields = {
  publication_state: PublicationState,
  publish_at: Timestamp.nullable().meta({
    description: 'When a scheduled video will be published. Null for all other videos.',
  }),
}

/**
 * The fields on the watch page that describe the publication state. Both fields are null for everyone except
 * the owner.
 */
export const ownerOnlyPublicationFields = {
  publication_state: PublicationState.nullable().meta({ description: 'Owner only.' }),
  publish_at: publicationFields.publish_at,
}

export const visibilityField = Visibility.meta({
  description:
    'Who can watch the video. `unlisted` videos appear in no list, but anyone with the link can watch them. For drafts and scheduled videos, the setting applies after publication.',
})

/** Returns whether a video can be scheduled for this time. */
export function isAllowedPublishTime(at: Date, now = Date.now()): boolean {
  const ahead = at.getTime() - now
  return (
    ahead >= publishScheduleLimits.minMinutes * 60_000 &&
    ahead <= publishScheduleLimits.maxDays * 24 * 3600_000
  )
}
