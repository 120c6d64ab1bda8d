import { sql } from 'kysely'
import type { MayComment } from '#contract/comments.ts'
import { defaultOf } from '#contract/safety-defaults.ts'
import { Refusal } from '#contract/refusals.ts'
import { band } from '../accounts/age.ts'
import { config } from '../platform/config.ts'
import { type Db, db, type Tx } from '../platform/db/db.ts'
import { statement } from '../platform/db/statement.ts'
import { anonymous, type Viewer } from '../platform/http/viewer.ts'
import { watchableItems } from './items.ts'
import { comment } from './policy.ts'
import { settingIn } from './settings.ts'

export interface Commenting {
  /** Whose item it is. */
  ownerId: string
  may: MayComment
  /** Whether what looks bad is held for those whose video it is. */
  holdsSuspicious: boolean
  /** Whether the strict lists apply: an adult who is a stranger to the minor whose video it is. */
  usesStrictLists: boolean
}

/** What the policy says to a comment on an item. What the viewer may not watch does not exist. */
export async function commenting(viewer: Viewer, contentId: string, on: Db | Tx): Promise<Commenting> {
  const facts = await factsOf(viewer, contentId, on)
  if (!facts) throw new Refusal('content_not_found')
  const preset = config.safetyPreset
  const owner = { band: facts.band, commentsFrom: facts.comments_from, isPrivate: false, isAway: false }
  const between = {
    isSelf: facts.is_self,
    follow: facts.follows ? ('approved' as const) : ('none' as const),
    isBlocked: false,
    isMuted: false,
  }
  const item = {
    ...watchable,
    moderation: facts.moderation === 'limited' ? facts.moderation : 'approved',
  } as const
  const answer = comment(askerOf(viewer), between, owner, item, preset)
  return {
    ownerId: facts.user_id,
    may: mayOf(viewer, answer, owner.commentsFrom),
    holdsSuspicious: defaultOf('comments_held', owner.band, preset) !== 'nothing',
    usesStrictLists: answer === 'strict' || answer === 'held',
  }
}

/** As the viewer is told. `strict` is not: it would tell an adult that the creator is a minor. */
function mayOf(viewer: Viewer, answer: ReturnType<typeof comment>, from: CommentsFrom): MayComment {
  if (answer === 'no') return whyNot(viewer, from)
  return answer === 'strict' ? 'yes' : answer
}

/** Somebody who is not signed in is told what they could do if they were. */
function askerOf(viewer: Viewer): Parameters<typeof comment>[0] {
  if (viewer.kind === 'anonymous') return { kind: 'member', band: '13-15', sees16: false, hasCase: false }
  const kind = viewer.role === 'user' ? 'member' : 'staff'
  return { kind, band: viewer.band, sees16: viewer.sees16, hasCase: false }
}

function whyNot(viewer: Viewer, from: CommentsFrom): MayComment {
  if (viewer.kind === 'member' && viewer.role !== 'user') return 'staff'
  return from === 'nobody' ? 'nobody' : 'followers'
}

type CommentsFrom = Parameters<typeof comment>[2]['commentsFrom']

/** What is already known of an item that this viewer may watch. */
const watchable = {
  isDeleted: false,
  visibility: 'public',
  isReady: true,
  rating: 'all',
} as const

async function factsOf(viewer: Viewer, contentId: string, on: Db | Tx) {
  const [facts] =
    viewer.kind === 'anonymous' && on === db
      ? await factsForAll({ contentId })
      : await factsFor(viewer, contentId, on).execute()
  return facts
}

const factsForAll = statement(['contentId'], ({ contentId }) => factsFor(anonymous, contentId, db))

function factsFor(viewer: Viewer, contentId: string, on: Db | Tx) {
  const id = viewer.kind === 'member' ? viewer.id : null
  return watchableItems(viewer, on)
    .leftJoin('private_details', 'private_details.user_id', 'content.user_id')
    .select([
      'content.user_id',
      'content.moderation',
      band.as('band'),
      settingIn('comments_from', sql.ref('content.user_id')).$castTo<CommentsFrom>().as('comments_from'),
      sql<boolean>`coalesce(content.user_id = ${id}, false)`.as('is_self'),
      sql<boolean>`exists (select from follows where follower_id = ${id}
        and followed_id = content.user_id and state = 'approved')`.as('follows'),
    ])
    .where('content.id', '=', contentId)
}
