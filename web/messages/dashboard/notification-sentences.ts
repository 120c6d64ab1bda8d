import { defineMessages, message } from '#i18n/define-messages.ts'
import { formatList } from '#i18n/formats.ts'
import type { Notification } from '#contract/notifications.ts'

interface Action {
  /** The list of the people who performed the action, as text. */
  actors: string
  /**
   * The number of people who performed the action. The English messages do not use this number, but in other
   * languages the form of the verb depends on it.
   */
  count: number
  title: string
}

const sentences = defineMessages('dashboard/notification-sentences', {
  uploadReady: message<{ title: string }>('“{title}” is ready to watch'),
  uploadFailed: message<{ title: string }>('“{title}” couldn’t be processed'),
  replacementReady: message<{ title: string }>('Viewers now see the new file for “{title}”'),
  replacementFailed: message<{ title: string }>('The new file for “{title}” couldn’t be used'),
  comment: message<Action>(
    '{count, plural, one {{actors} commented on “{title}”} other {{actors} commented on “{title}”}}',
  ),
  reply: message<Action>(
    '{count, plural, one {{actors} replied to your comment on “{title}”} other {{actors} replied to your comment on “{title}”}}',
  ),
  mention: message<Action>(
    '{count, plural, one {{actors} mentioned you in a comment on “{title}”} other {{actors} mentioned you in a comment on “{title}”}}',
  ),
  like: message<Action>('{count, plural, one {{actors} liked “{title}”} other {{actors} liked “{title}”}}'),
  exportReady: 'The copy of your data is ready to download',
  turnedTwenty: 'You’re 20 now, so your account is read-only. Download a copy of your data',
  followRequest: message<{ username: string }>('{username} wants to follow you'),
  followRequestOfAdult: message<{ username: string }>('{username} (18+) wants to follow you'),
  newFollower: message<{ actors: string; count: number }>(
    '{count, plural, one {{actors} started following you} other {{actors} started following you}}',
  ),
  followApproved: message<{ actors: string; count: number }>(
    '{count, plural, one {{actors} accepted your follow request} other {{actors} accepted your follow request}}',
  ),
  newVideo: message<{ username: string; title: string }>('New video from @{username}: “{title}”'),
  newVideos: message<{ username: string; count: number }>(
    '{count, plural, one {# new video} other {# new videos}} from @{username}',
  ),
  newEpisode: message<{ series: string; season: number; episode: number }>(
    'New episode of {series}: S{season} E{episode}',
  ),
  broadcastRescheduled: message<{ username: string; title: string; time: string }>(
    '{username} moved “{title}” to {time}',
  ),
  broadcastCancelled: message<{ username: string; time: string }>(
    '{username}’s broadcast on {time} was cancelled',
  ),
  broadcastsCancelled: message<{ username: string; count: number }>(
    '{count, plural, one {# broadcast by {username} was cancelled} other {# broadcasts by {username} were cancelled}}',
  ),
  decision: {
    some: 'We made a decision about you or something you posted',
    many: message<{ count: number }>(
      '{count, plural, one {We made # decision} other {We made # decisions}} about you or things you posted',
    ),
    profile: 'We made a decision about your account',
    comment: message<{ text: string }>('We made a decision about your comment “{text}”'),
    content: message<{ text: string }>('We made a decision about “{text}”'),
  },
  others: message<{ count: number }>('{count, plural, one {# other} other {# others}}'),
})

/**
 * Returns the sentence of a notification, for example "ada and ben liked “Night bus”". `startTime` is `starts_at` in
 * the time zone of the browser.
 */
export function formatNotification(entry: Notification, startTime = ''): string {
  const title = entry.content?.title ?? ''
  const actors = formatActors(entry)
  const count = entry.actors_count
  switch (entry.kind) {
    case 'upload_ready':
      return sentences.uploadReady({ title })
    case 'upload_failed':
      return sentences.uploadFailed({ title })
    case 'replacement_ready':
      return sentences.replacementReady({ title })
    case 'replacement_failed':
      return sentences.replacementFailed({ title })
    case 'comment':
    case 'reply':
    case 'mention':
    case 'like':
      return sentences[entry.kind]({ actors, count, title })
    case 'decision':
      return formatDecisions(entry)
    case 'export_ready':
      return sentences.exportReady
    case 'turned_twenty':
      return sentences.turnedTwenty
    case 'follow_request':
      return entry.adult
        ? sentences.followRequestOfAdult({ username: actors })
        : sentences.followRequest({ username: actors })
    case 'new_follower':
      return sentences.newFollower({ actors, count })
    case 'follow_approved':
      return sentences.followApproved({ actors, count })
    case 'new_video':
      return formatNewVideos(entry)
    case 'broadcast_rescheduled':
      return sentences.broadcastRescheduled({ username: actors, title, time: startTime })
    case 'broadcast_cancelled':
      return entry.videos_count > 1
        ? sentences.broadcastsCancelled({ username: actors, count: entry.videos_count })
        : sentences.broadcastCancelled({ username: actors, time: startTime })
  }
}

/** Formats a list of usernames: "ada and ben", "ada, ben and cleo" or "ada, ben and 3 others". */
function formatActors({
  actors,
  actors_count: count,
}: Pick<Notification, 'actors' | 'actors_count'>): string {
  const names = actors.map(({ username }) => username)
  if (count <= names.length) return formatList(names)
  return formatList([...names.slice(0, 2), sentences.others({ count: count - 2 })])
}

/** The sentence names the affected video or comment, so creators don't worry about the wrong one. */
function formatDecisions({ decisions }: Notification): string {
  const [only] = decisions
  const { some, many, profile, comment, content } = sentences.decision
  if (!only) return some
  if (decisions.length > 1) return many({ count: decisions.length })
  if (only.subject === 'profile') return profile
  const letters = [...only.about]
  const text = letters.length > 60 ? `${letters.slice(0, 60).join('')}…` : only.about
  return only.subject === 'comment' ? comment({ text }) : content({ text })
}

function formatNewVideos(entry: Notification): string {
  const username = entry.actors[0]?.username ?? ''
  if (entry.videos_count > 1) return sentences.newVideos({ count: entry.videos_count, username })
  if (!entry.episode) return sentences.newVideo({ username, title: entry.content?.title ?? '' })
  const { series_title: series, season, episode } = entry.episode
  return sentences.newEpisode({ series, season, episode })
}
