import { sql } from 'kysely'
import { isAllowedPublishTime } from '#contract/content/publication.ts'
import type { PublicationState, Visibility } from '#contract/content/content-types.ts'
import { ApiError } from '#contract/errors/api-error.ts'

/*
 * A video is in one of three publication states: draft, scheduled or published (decisions/059). This module
 * contains all transitions between these states. The CHECK constraint in migration 0075 defines which columns
 * each state may use.
 */

/** The allowed state transitions. A published video cannot be unpublished. */
export const publicationTransitions: Record<PublicationState, readonly PublicationState[]> = {
  draft: ['draft', 'scheduled', 'published'],
  scheduled: ['scheduled', 'draft', 'published'],
  published: ['published'],
}

export interface PublicationSettings {
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

/** Converts the request that creates an upload into the publication state of the new video. */
export function toPublicationSettings(
  changes: PublicationChanges,
  visibility: Visibility,
): PublicationSettings {
  const state = requestedState(changes) ?? 'published'
  const publish_at = state === 'scheduled' ? parsePublishTime(changes.publish_at, null) : null
  return { publication_state: state, publish_at, visibility }
}

/**
 * Returns the publication state after an update. Throws `already_published` if the request would make a
 * published video a draft or schedule it again. Such a request is sent if the video was published while its
 * edit page was open.
 */
export function applyPublicationChanges(
  before: PublicationSettings,
  changes: PublicationChanges,
): PublicationSettings {
  const from = before.publication_state
  const to = requestedState(changes) ?? from
  if (!publicationTransitions[from].includes(to)) throw new ApiError('already_published')
  const publish_at = to === 'scheduled' ? parsePublishTime(changes.publish_at, before.publish_at) : null
  return { publication_state: to, publish_at, visibility: changes.visibility ?? before.visibility }
}

/** A request that sets only `publish_at` schedules the video. Only scheduled videos have a publish time. */
function requestedState({
  publication_state: state,
  publish_at: at,
}: PublicationChanges): PublicationState | undefined {
  if (at !== undefined && state !== undefined && state !== 'scheduled')
    throw new ApiError('publish_at_unexpected')
  return at === undefined ? state : 'scheduled'
}

/** An unchanged publish time stays valid, even if it is now less than a minute away. */
function parsePublishTime(text: string | undefined, before: Date | null): Date {
  if (text === undefined && !before) throw new ApiError('publish_at_required')
  if (text === undefined || Date.parse(text) === before?.getTime()) return before!
  const at = new Date(text)
  if (!isAllowedPublishTime(at)) throw new ApiError('publish_at_out_of_range')
  return at
}

/**
 * Converts a publication state into columns. `visibility` is `only_me` for drafts, scheduled videos and
 * unlisted videos, so that no query can list them by mistake.
 */
export function toPublicationColumns({ publication_state, publish_at, visibility }: PublicationSettings) {
  const isListable = publication_state === 'published' && visibility !== 'unlisted'
  return {
    publication_state,
    publish_at,
    visibility: isListable ? visibility : ('only_me' as const),
    chosen_visibility: isListable ? null : visibility,
  }
}

/**
 * The columns that `publishScheduledVideo` sets. The values are SQL expressions, because
 * `publishScheduledVideo` does not read the row first.
 */
export const scheduledPublicationColumns = {
  publication_state: 'published' as const,
  publish_at: null,
  visibility: sql<'public'>`case chosen_visibility when 'unlisted' then 'only_me' else chosen_visibility end`,
  chosen_visibility: sql<Visibility | null>`case chosen_visibility when 'unlisted' then 'unlisted' end`,
  ...getPublicationTimeColumns(),
}

/**
 * Lists are sorted by `created_at`. A video that is published after its upload gets a new `created_at`, so
 * that it comes first in all lists.
 */
export function getPublicationTimeColumns() {
  return { created_at: sql<Date>`now()` }
}

export function presentPublication(row: Pick<PublicationSettings, 'publication_state' | 'publish_at'>) {
  return { publication_state: row.publication_state, publish_at: row.publish_at?.toISOString() ?? null }
}
