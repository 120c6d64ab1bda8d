import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Timestamp } from './ids.ts'
import { OneLine } from './text.ts'

/*
 * Notices of intimate pictures whose addresses named nothing here: somebody looks for what was meant, or answers that it can't be
 * found. The others are cases. Who wrote is not told to staff: the answer goes by letter.
 */

const tag = 'Moderation'
const NoticeId = z.object({ id: Id })

export const LostNotice = z.object({
  id: Id,
  addresses: z.string(),
  words: z.string(),
  made_at: Timestamp,
  due_at: Timestamp,
  overdue: z.boolean(),
})
export type LostNotice = z.output<typeof LostNotice>

export const listLostNotices = endpoint({
  method: 'GET',
  path: '/api/mod/notices',
  summary: 'Open notices whose addresses named nothing here, the most urgent first',
  tag,
  answer: z.object({ items: z.array(LostNotice) }),
})

export const placeNotice = endpoint({
  method: 'PUT',
  path: '/api/mod/notices/{id}/place',
  summary: 'Says what a notice means: it is held at once, and a case',
  tag,
  params: NoticeId,
  body: z.strictObject({ address: OneLine.refine((text) => text.length > 0, 'notice_place') }),
  answer: z.object({ case_id: Id }),
})

export const giveUpNotice = endpoint({
  method: 'PUT',
  path: '/api/mod/notices/{id}/not-found',
  summary: 'Answers that what was meant can’t be found; whoever wrote is asked to look once more',
  tag,
  status: 204,
  params: NoticeId,
  answer: z.undefined(),
})
