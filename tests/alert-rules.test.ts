/*
 * Checks that every metric named in docs/alerts.yml and the pages for operators exists. An alert on a metric that
 * does not exist never fires.
 */
import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import test from 'node:test'
import '#server/app.ts'
import { startProcessMetrics } from '#server/platform/metrics/process-metrics.ts'
import { metricsRegistry } from '#server/platform/metrics/registry.ts'

startProcessMetrics()
const rules = await readFile('docs/alerts.yml', 'utf8')
const alerts = rules.split('- alert: ').slice(1)

const names = /\b(?:afterbell|process|nodejs)_[a-z\d_]+/g
const ofHistogram = /_(?:bucket|sum|count)$/

function metricOf(name: string) {
  const plain = metricsRegistry.getSingleMetric(name)
  return (
    plain ??
    (ofHistogram.test(name) ? metricsRegistry.getSingleMetric(name.replace(ofHistogram, '')) : undefined)
  )
}

/** Labels that Prometheus and histograms add to the server's own labels. */
const added = ['job', 'instance', 'le']

test('every metric named in the alerts and the pages for operators exists', async () => {
  let page = ''
  for await (const path of glob('docs/operations{.md,/*.md}')) page += await readFile(path, 'utf8')
  const expressions = alerts.map((one) => one.slice(0, one.indexOf('annotations:'))).join('\n')
  const named = [...`${expressions}\n${page}`.matchAll(names)].map(([name]) => name)
  assert.ok(new Set(named).size > 20)
  assert.deepEqual(
    named.filter((name) => !metricOf(name)),
    [],
  )
})

test('every alert uses only labels that its metric has', () => {
  const asked = [...rules.matchAll(/\b((?:afterbell|process|nodejs)_[a-z\d_]+)\{([^}]*)\}/g)]
  assert.ok(asked.length > 5)
  for (const [, name = '', selector = ''] of asked) {
    const { labelNames = [] } = metricOf(name) as { labelNames?: string[] }
    for (const [, label = ''] of selector.matchAll(/(\w+)\s*[!=]~?=?"/g))
      assert.ok([...labelNames, ...added].includes(label), `${name} has no label ${label}`)
  }
})

test('every alert explains what it means and what to do', () => {
  for (const alert of alerts)
    for (const part of ['expr:', 'severity:', 'summary:', 'action:'])
      assert.ok(alert.includes(part), `${alert.split('\n')[0]} has no ${part}`)
})
