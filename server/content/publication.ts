import { sql } from 'kysely'
import { isAllowedPublishTime } from '#contract/content/publication.ts'
import type { PublicationState, Visibility } from '#contract/content/content-types.ts'
import { ApiError } from '#contract/errors/api-error.ts'

/*
 * The publication of a video is one state: draft, scheduled or published (decisions/059). This module contains
 * every transition, and the CHECK constraint of migration 0075 contains the columns that each state may have.
 */

/** The states that each state can change to. A published video never becomes unpublished again. */
export const publicationTransitions: Record<PublicationState, readonly PublicationState[]> = {
  draft: ['draft', 'scheduled', 'published'],
  scheduled: ['scheduled', 'draft', 'published'],
  published: ['published'],
}

export interface Publication {
  publication_state: PublicationState
  publish_at: Date | null
  /** The visibility that the creator has chosen. */
  visibility: Visibility
}

interface PublicationChanges {
  publication_state?: PublicationState | undefined
  publish_at?: string | undefined
  visibility?: Visibility | undefined
}

/** Converts the body of a request that creates an upload into the publication of the new video. */
export function createPublication(changes: PublicationChanges, visibility: Visibility): Publication {
  const state = requestedState(changes) ?? 'published'
  const publish_at = state === 'scheduled' ? parsePublishTime(changes.publish_at, null) : null
  return { publication_state: state, publish_at, visibility }
}

/**
 * Returns the publication after an update. Throws `already_published` if the video is published and should
 * become a draft or scheduled, for example because it was published while its edit page was open.
 */
export function changePublication(before: Publication, changes: PublicationChanges): Publication {
  const from = before.publication_state
  const to = requestedState(changes) ?? from
  if (!publicationTransitions[from].includes(to)) throw new ApiError('already_published')
  const publish_at = to === 'scheduled' ? parsePublishTime(changes.publish_at, before.publish_at) : null
  return { publication_state: to, publish_at, visibility: changes.visibility ?? before.visibility }
}

/** A request that only sets a time schedules the video. Only scheduled videos have a time. */
function requestedState({
  publication_state: state,
  publish_at: at,
}: PublicationChanges): PublicationState | undefined {
  if (at !== undefined && state !== undefined && state !== 'scheduled')
    throw new ApiError('publish_at_unexpected')
  return at === undefined ? state : 'scheduled'
}

/** A time that is already set stays valid, even if it is less than a minute away by now. */
function parsePublishTime(text: string | undefined, before: Date | null): Date {
  if (text === undefined && !before) throw new ApiError('publish_at_required')
  if (text === undefined || Date.parse(text) === before?.getTime()) return before!
  const at = new Date(text)
  if (!isAllowedPublishTime(at)) throw new ApiError('publish_at_out_of_range')
  return at
}

/**
 * Converts a publication into columns. In `visibility`, everything that must not appear in lists is `only_me`,
 * so that no query can list a draft, a scheduled video or an unlisted video by mistake.
 */
export function toPublicationColumns({ publication_state, publish_at, visibility }: Publication) {
  const isListable = publication_state === 'published' && visibility !== 'unlisted'
  return {
    publication_state,
    publish_at,
    visibility: isListable ? visibility : ('only_me' as const),
    chosen_visibility: isListable ? null : visibility,
  }
}

/** The columns that `publishScheduledVideo` sets, in SQL because it does not read the row first. */
export const publishedColumns = {
  publication_state: 'published' as const,
  publish_at: null,
  visibility: sql<'public'>`case chosen_visibility when 'unlisted' then 'only_me' else chosen_visibility end`,
  chosen_visibility: sql<Visibility | null>`case chosen_visibility when 'unlisted' then 'unlisted' end`,
  ...publishedNow(),
}

/**
 * Lists are sorted by `created_at`. A video that is published later than it was uploaded gets a new time, so
 * that it is the newest video in all lists.
 */
export function publishedNow() {
  return { created_at: sql<Date>`now()` }
}

export function presentPublication(row: Pick<Publication, 'publication_state' | 'publish_at'>) {
  return { publication_state: row.publication_state, publish_at: row.publish_at?.toISOString() ?? null }
}
