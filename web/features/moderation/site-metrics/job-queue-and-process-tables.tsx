import type { SiteMetrics } from '#contract/site-metrics.ts'
import { formatBytes } from '#web/ui/formatting/format-bytes.ts'
import { siteMetricsMessages } from '#web/messages/moderation/site-metrics.ts'
import { EmptyMetricsBox, MetricsTable } from './metrics-table.tsx'

/** Lists the server processes that have reported metrics within the last few minutes. */
export function ServerProcessTable({ processes }: Pick<SiteMetrics, 'processes'>) {
  if (processes.length === 0)
    return (
      <EmptyMetricsBox title={siteMetricsMessages.processes}>{siteMetricsMessages.noProcess}</EmptyMetricsBox>
    )
  return (
    <MetricsTable
      title={siteMetricsMessages.processes}
      head={[
        siteMetricsMessages.process,
        siteMetricsMessages.role,
        siteMetricsMessages.lines.cores,
        siteMetricsMessages.lines.memory,
        siteMetricsMessages.lines.delay,
      ]}
      rows={processes.map(({ name, role, cores, memory, delay }) => [
        name,
        siteMetricsMessages.roles[role],
        siteMetricsMessages.count(cores),
        formatBytes(memory),
        siteMetricsMessages.seconds(delay),
      ])}
    />
  )
}

/** Lists the job queues in which jobs are waiting. */
export function JobQueueTable({ queues }: Pick<SiteMetrics, 'queues'>) {
  if (queues.length === 0)
    return <EmptyMetricsBox title={siteMetricsMessages.queues}>{siteMetricsMessages.noQueue}</EmptyMetricsBox>
  return (
    <MetricsTable
      title={siteMetricsMessages.queues}
      head={[siteMetricsMessages.queue, siteMetricsMessages.waiting, siteMetricsMessages.lines.oldest]}
      rows={queues.map(({ queue, waiting, oldest }) => [
        queue,
        siteMetricsMessages.count(waiting),
        siteMetricsMessages.seconds(oldest),
      ])}
    />
  )
}
