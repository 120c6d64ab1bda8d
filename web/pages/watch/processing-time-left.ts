import { processingStatusMessages } from '#web/messages/watch/processing-status.ts'

/**
 * Formats the time until processing is finished, for example `about 40 s` or `about 3 min`. The remaining
 * time is rounded, because it is an estimate.
 */
export function formatProcessingTimeLeft(seconds: number): string {
  if (seconds < 10) return processingStatusMessages.left.soon
  if (seconds < 55) return processingStatusMessages.left.seconds({ count: Math.ceil(seconds / 10) * 10 })
  if (seconds < 3600) return processingStatusMessages.left.minutes({ count: Math.ceil(seconds / 60) })
  return processingStatusMessages.left.hours({ count: (seconds / 3600).toFixed(1) })
}
