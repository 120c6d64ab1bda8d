import type { Content } from '#contract/content/content.ts'
import { config } from '#server/platform/config.ts'
import type { EmailMessage } from '#server/platform/email.ts'
import { createUnsubscribeToken } from './unsubscribe-token.ts'

/** What a weekly email contains. */
export interface DigestContent {
  videos: Content[]
  /** Whether there are more new videos than `videos` contains. */
  hasMore: boolean
  unread: number
}

/**
 * Returns the weekly email. It only lists facts. It does not advertise or urge the reader to come back,
 * because most readers are minors.
 */
export function weeklyDigestEmail(
  to: string,
  userId: string,
  { videos, hasMore, unread }: DigestContent,
): EmailMessage {
  const site = config.publicUrl
  const unsubscribeUrl = `${site}/unsubscribe/${createUnsubscribeToken(userId)}`
  const parts = ['Hi!']
  if (videos.length > 0) parts.push('New videos from people you follow:')
  for (const { id, title, creator } of videos)
    parts.push(`“${title}” by @${creator.username}\n${site}/watch/${id}`)
  if (hasMore) parts.push(`All new videos from people you follow:\n${site}/following`)
  if (unread > 0)
    parts.push(
      `You have ${unread} unread ${unread === 1 ? 'notification' : 'notifications'}:\n${site}/notifications`,
    )
  parts.push(
    `You get this email once a week because you turned it on. Turn it off with one click:\n${unsubscribeUrl}`,
  )
  const text = `${parts.join('\n\n')}\n`
  return { to, subject: `Your week on ${config.siteName}`, text, html: toHtml(parts), unsubscribeUrl }
}

/** Converts the paragraphs of a plain-text email to HTML. Each URL in the text is on its own line. */
function toHtml(paragraphs: string[]): string {
  const body = paragraphs.map((paragraph) => `<p>${paragraph.split('\n').map(toHtmlLine).join('<br>')}</p>`)
  return `<!doctype html>\n<html lang="en"><body>\n${body.join('\n')}\n</body></html>\n`
}

function toHtmlLine(line: string): string {
  const text = escapeHtml(line)
  return /^https?:\/\/\S+$/.test(line) ? `<a href="${text}">${text}</a>` : text
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, (character) => entities[character]!)
}
