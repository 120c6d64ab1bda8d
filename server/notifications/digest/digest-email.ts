import { defineMessages, message } from '#i18n/define-messages.ts'
import { currentLocale } from '#i18n/current-locale.ts'
import { getTextDirection } from '#i18n/locales.ts'
import type { Content } from '#contract/content/content.ts'
import { config } from '#server/platform/config.ts'
import { getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import type { EmailMessage } from '#server/platform/email.ts'
import { createUnsubscribeToken } from './unsubscribe-token.ts'

const messages = defineMessages('emails/weekly-digest', {
  subject: message<{ site: string }>('Your week on {site}'),
  hello: 'Hi!',
  newVideos: 'New videos from people you follow:',
  video: message<{ title: string; username: string; link: string }>('“{title}” by @{username}\n{link}'),
  allVideos: message<{ link: string }>('All new videos from people you follow:\n{link}'),
  unread: message<{ count: number; link: string }>(
    '{count, plural, one {You have # unread notification:} other {You have # unread notifications:}}\n{link}',
  ),
  unsubscribe: message<{ link: string }>(
    'You get this email once a week because you turned it on. Turn it off with one click:\n{link}',
  ),
})

/** What a weekly email contains. */
export interface DigestContent {
  videos: Content[]
  /** Whether there are more new videos than `videos` contains. */
  hasMore: boolean
  unread: number
}

/**
 * Returns the weekly email. The email only lists facts. Because most recipients are minors, the email
 * contains no advertising and does not urge people to come back.
 */
export function weeklyDigestEmail(
  to: string,
  userId: string,
  { videos, hasMore, unread }: DigestContent,
): EmailMessage {
  const site = config.publicUrl
  const unsubscribeUrl = `${site}/unsubscribe/${createUnsubscribeToken(userId)}`
  const parts = [messages.hello]
  if (videos.length > 0) parts.push(messages.newVideos)
  for (const { id, title, creator } of videos)
    parts.push(messages.video({ title, username: creator.username, link: `${site}/watch/${id}` }))
  if (hasMore) parts.push(messages.allVideos({ link: `${site}/following` }))
  if (unread > 0) parts.push(messages.unread({ count: unread, link: `${site}/notifications` }))
  parts.push(messages.unsubscribe({ link: unsubscribeUrl }))
  const text = `${parts.join('\n\n')}\n`
  const subject = messages.subject({ site: getSetting('site_name') })
  return { to, subject, text, html: toHtml(parts), unsubscribeUrl }
}

/** Converts the paragraphs of a plain-text email to HTML. Each URL in the text is on its own line. */
function toHtml(paragraphs: string[]): string {
  const body = paragraphs.map((paragraph) => `<p>${paragraph.split('\n').map(toHtmlLine).join('<br>')}</p>`)
  const locale = currentLocale()
  return `<!doctype html>\n<html lang="${locale}" dir="${getTextDirection(locale)}"><body>\n${body.join('\n')}\n</body></html>\n`
}

function toHtmlLine(line: string): string {
  const text = escapeHtml(line)
  return /^https?:\/\/\S+$/.test(line) ? `<a href="${text}">${text}</a>` : text
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, (character) => entities[character]!)
}
