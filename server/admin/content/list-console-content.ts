import { sql } from 'kysely'
import type { ConsoleItem, listConsoleContent as endpoint } from '#contract/admin/content.ts'
import type { ParsedInputOf, ResponseOf } from '#contract/endpoint.ts'
import {
  selectItemsForConsole,
  selectItemsWithoutAccessCheck,
} from '#server/access-policy/content-queries.ts'
import { selectPeopleWithoutAccessCheck } from '#server/access-policy/profile-queries.ts'
import {
  chosenVisibilitySql,
  isDiscoverable,
  isListed,
  isWatchable,
} from '#server/access-policy/visible-content.ts'
import { translateProcessingError } from '#server/content/processing-errors/processing-errors.ts'
import { buildVideoSearchQuery, matchesVideoQuery } from '#server/discovery/search/video-search-query.ts'
import { writeAuditEntry } from '#server/moderation/audit/audit-log.ts'
import { isCaseAccessible } from '#server/moderation/cases/case-access.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import { createKeyset, paginateRows, toFetchLimitSql } from '#server/platform/db/keyset-pagination.ts'
import { anonymousViewer } from '#server/platform/http/viewer.ts'
import { reprocessingStateSql } from '#server/transcoding/reprocess.ts'
import type { ConsoleViewer } from '../console-viewer.ts'
import { limitLookups } from '../people/log-lookup.ts'
import { parseContentSearch, type ContentSearch } from './content-search.ts'

type ContentQuery = ParsedInputOf<typeof endpoint>['query']

const keyset = createKeyset('content')

/**
 * Lists content in all states, newest first. Each search for the content of a person or for one item is logged,
 * because it can find items that only their owners can see.
 */
export async function listConsoleContent(
  viewer: ConsoleViewer,
  query: ContentQuery,
): Promise<ResponseOf<typeof endpoint>> {
  return transaction(async (tx) => {
    const search = parseContentSearch(query.q)
    const rows = await selectRows(tx, viewer, query, search)
    if (query.cursor === undefined) await logSearch(tx, viewer, search)
    const { items, next_cursor } = paginateRows(rows, query.limit)
    return { items: items.map(presentItem), next_cursor }
  })
}

async function selectRows(tx: Tx, viewer: ConsoleViewer, query: ContentQuery, search: ContentSearch) {
  const words = search.kind === 'words' ? await buildVideoSearchQuery(tx, search.words) : null
  if (search.kind === 'words' && !words) return []
  const accessibleCase = tx
    .selectFrom('cases')
    .select('cases.id')
    .where(sql<boolean>`cases.content_id = content.id`)
    .where('cases.subject', '=', 'content')
    .where('cases.closed_at', 'is', null)
    .where(isCaseAccessible(viewer))
  return (
    selectItemsForConsole(viewer, tx)
      .leftJoin('streams', 'streams.content_id', 'content.id')
      .select(['content.id', 'content.title', 'content.content_type', 'content.moderation'])
      .select(['content.stream_status', 'content.is_featured', 'content.created_at', 'content.user_id'])
      .select(['creator.username', 'streams.error_detail', chosenVisibilitySql.as('chosen_visibility')])
      .select([isListed(anonymousViewer).as('is_listed'), isWatchable(viewer).as('is_watchable')])
      .select([reprocessingStateSql.as('reprocessing'), accessibleCase.as('open_case_id')])
      .select([keyset.rowCursor.as('place')])
      .$if(search.kind === 'id', (rows) => rows.where('content.id', '=', (search as { id: string }).id))
      .$if(search.kind === 'creator', (rows) =>
        rows.where(sql<boolean>`lower(creator.username) = ${(search as { username: string }).username}`),
      )
      .$if(words !== null, (rows) => rows.where('content.id', 'in', newestMatches(tx, words!)))
      .$if(query.moderation !== undefined, (rows) => rows.where('content.moderation', '=', query.moderation!))
      // The literal conditions let PostgreSQL use the partial indexes of these lists.
      .$if(query.moderation !== undefined && query.moderation !== 'approved', (rows) =>
        rows.where(sql<boolean>`content.moderation <> 'approved'`),
      )
      .$if(query.stream_status !== undefined, (rows) =>
        rows.where('content.stream_status', '=', query.stream_status!),
      )
      .$if(query.stream_status !== undefined && query.stream_status !== 'ready', (rows) =>
        rows.where(sql<boolean>`content.stream_status <> 'ready'`),
      )
      .$if(query.content_type !== undefined, (rows) =>
        rows.where('content.content_type', '=', query.content_type!),
      )
      .$if(query.featured !== undefined, (rows) => rows.where(sql<boolean>`content.is_featured`))
      .where(keyset.before(query.cursor))
      .orderBy('content.created_at', 'desc')
      .orderBy('content.id', 'desc')
      .limit(toFetchLimitSql(query.limit))
      .execute()
  )
}

/** A search for words reads at most this many items, so that its cost does not depend on the size of the site. */
const maxMatches = 500

/** The newest items that everyone can find and whose title, genre, creator or description contains the words. */
function newestMatches(tx: Tx, words: NonNullable<Awaited<ReturnType<typeof buildVideoSearchQuery>>>) {
  return selectItemsWithoutAccessCheck(tx)
    .select('content.id')
    .where(isDiscoverable)
    .where(matchesVideoQuery(words))
    .orderBy('content.created_at', 'desc')
    .orderBy('content.id', 'desc')
    .limit(maxMatches)
}

async function logSearch(tx: Tx, viewer: ConsoleViewer, search: ContentSearch): Promise<void> {
  if (search.kind === 'all' || search.kind === 'words') return
  await limitLookups(tx, viewer)
  const subject =
    search.kind === 'id' ? { kind: 'content', id: search.id } : await findCreator(tx, search.username)
  if (subject) await writeAuditEntry(tx, { action: 'look up content', actor: viewer.id, subject })
}

async function findCreator(tx: Tx, username: string): Promise<{ kind: 'profile'; id: string } | null> {
  const person = await selectPeopleWithoutAccessCheck(tx)
    .select('user_id')
    .where(sql<boolean>`lower(username) = ${username}`)
    .executeTakeFirst()
  return person ? { kind: 'profile', id: person.user_id } : null
}

type Row = Awaited<ReturnType<typeof selectRows>>[number]

function presentItem(row: Row): ConsoleItem {
  return {
    id: row.id,
    title: row.is_watchable ? row.title : null,
    creator: row.username === null ? null : { user_id: row.user_id, username: row.username },
    content_type: row.content_type,
    visibility: row.chosen_visibility,
    moderation: row.moderation,
    stream_status: row.stream_status,
    processing_error: row.error_detail && translateProcessingError(row.error_detail),
    reprocessing: row.reprocessing ?? 'not_uploaded',
    is_featured: row.is_featured,
    can_be_featured: row.is_listed,
    open_case_id: row.open_case_id,
    created_at: row.created_at.toISOString(),
  }
}
