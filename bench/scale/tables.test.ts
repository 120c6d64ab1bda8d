import assert from 'node:assert/strict'
import test from 'node:test'
import { readMeasuredRuns } from './measured-runs.ts'
import { listMeasuredCosts, plannedUtilization } from './operation-costs.ts'
import { measuredBy, readTable } from './read-table.ts'

const costs = readTable('costs.csv')
const assumptions = readTable('assumptions.csv')

test('every cost has a number, a source and a date', () => {
  for (const { name, value, bar, unit, kind, source, date } of costs.values()) {
    assert.ok(Number.isFinite(Number(value)) && value !== '', name)
    assert.ok(bar === undefined || Number.isFinite(Number(bar)), name)
    assert.match(kind!, /^(measured|computed|assumed)$/, name)
    assert.match(date!, /^\d{4}-\d\d-\d\d$/, name)
    assert.ok(unit && source, name)
  }
})

test('every assumption has a range that contains it, and a source', () => {
  for (const { name, value, low, high, source } of assumptions.values()) {
    assert.ok(Number(low) <= Number(value) && Number(value) <= Number(high), name)
    assert.ok(source, name)
  }
})

test('the measured costs are those of the stored runs', () => {
  const runs = readMeasuredRuns()
  for (const [name, value] of listMeasuredCosts(runs, plannedUtilization)) {
    const row = costs.get(name)
    assert.ok(row, `costs.csv has no row for ${name}`)
    // A newer measurement can replace a row.
    if (row['source'] !== measuredBy) continue
    assert.equal(Number(row['value']), Number(value.toPrecision(3)), name)
    assert.equal(row['kind'], 'measured', name)
  }
})
