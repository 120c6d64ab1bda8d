import { notificationRetentionDays } from '#contract/limits.ts'
import { type RetentionRule, untilAccountDeletion } from './retention-rule.ts'

export const broadcastRetentionRules: readonly RetentionRule[] = [
  {
    tables: ['broadcasts', 'broadcast_renditions'],
    kept: 'as long as the video that the broadcast has become',
    by: 'account',
  },
  {
    tables: ['broadcast_chunks', 'broadcast_parts'],
    kept: 'until ten minutes after the recording of the broadcast is ready',
    by: 'sweep-broadcasts',
  },
  {
    tables: ['broadcast_viewers'],
    kept: 'for a minute after the last viewer has left, or ten minutes if no worker is running; as keyed hashes',
    by: 'sweep-broadcasts',
  },
  { tables: ['broadcast_workers'], kept: 'three minutes after the worker has died', by: 'sweep-broadcasts' },
  {
    tables: ['scheduled_broadcasts', 'broadcast_reminders'],
    kept: 'until the broadcast is cancelled or expires, or its recording is deleted',
    by: 'account',
  },
  {
    tables: ['cancelled_broadcasts', 'cancelled_broadcast_reminders'],
    kept: `${notificationRetentionDays} days after the broadcast was cancelled, without its title; who has set a reminder: until they are notified`,
    by: 'here',
    sweep: { column: 'cancelled_at', days: notificationRetentionDays },
  },
  {
    tables: ['stream_keys'],
    kept: `${untilAccountDeletion}; 30 days after being replaced; as hashes`,
    by: 'here',
    sweep: { column: 'revoked_at', days: 30 },
  },
  {
    tables: ['chat_senders'],
    kept: 'one day; when a person last sent a message in a chat with slow mode',
    by: 'here',
    sweep: { column: 'last_sent_at', days: 1 },
  },
  {
    tables: ['chat_helpers'],
    kept: `${untilAccountDeletion}; until the helper stops following, or turns 18 before the creator`,
    by: 'account',
  },
  { tables: ['chat_removals'], kept: 'as long as the removed chat message', by: 'account' },
  {
    tables: ['encoder_connections'],
    kept: 'while an encoder sends to a broadcast; ten minutes after a server has died',
    by: 'sweep-broadcasts',
  },
]
