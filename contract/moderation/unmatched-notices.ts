import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { Id, Timestamp } from '../scalars.ts'
import { SingleLineText } from '../user-text.ts'

/*
 * Intimate-image notices whose URLs match nothing on this site. Staff search for the content that the sender
 * meant. If they cannot find it, they tell the sender. Notices whose URLs match an item on this site become
 * moderation cases. Staff never see who sent a notice. The site emails the moderator's answer to the sender.
 */

const tag = 'Moderation'
const NoticeId = z.object({ id: Id })

export const UnmatchedNotice = z.object({
  id: Id,
  addresses: z.string(),
  words: z.string(),
  made_at: Timestamp,
  due_at: Timestamp,
  overdue: z.boolean(),
})
export type UnmatchedNotice = z.output<typeof UnmatchedNotice>

export const listUnmatchedNotices = defineEndpoint({
  method: 'GET',
  path: '/api/mod/notices',
  summary: 'Lists open notices whose URLs match nothing on this site, most urgent first.',
  tag,
  response: z.object({ items: z.array(UnmatchedNotice) }),
})

export const putNoticeMatch = defineEndpoint({
  method: 'PUT',
  path: '/api/mod/notices/{id}/place',
  summary: 'Matches a notice to content by its URL. Holds the content immediately and opens a case.',
  tag,
  params: NoticeId,
  body: z.strictObject({ address: SingleLineText.refine((text) => text.length > 0, 'notice_place') }),
  response: z.object({ case_id: Id }),
})

export const closeNoticeAsNotFound = defineEndpoint({
  method: 'PUT',
  path: '/api/mod/notices/{id}/not-found',
  summary: 'Answers a notice: the content can’t be found, and the sender is asked to check the URLs.',
  tag,
  status: 204,
  params: NoticeId,
  response: z.undefined(),
})
