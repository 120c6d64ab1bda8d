import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import test from 'node:test'

interface Audit {
  metadata?: { vulnerabilities: Record<'low' | 'moderate' | 'high' | 'critical', number> }
  vulnerabilities?: Record<string, { severity: string }>
}

/**
 * Returns the npm registry's audit report on the production packages, or null if it is unavailable (no
 * network, or no audit endpoint).
 */
function audit(): Promise<Audit | null> {
  const settings = ['--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=8000']
  return new Promise((resolve) => {
    const limits = { timeout: 15_000, maxBuffer: 1e8 }
    execFile('npm', ['audit', ...settings], limits, (_error, out) => resolve(read(out)))
  })
}

function read(out: string): Audit | null {
  try {
    const said = JSON.parse(out) as Audit
    return said.metadata ? said : null
  } catch {
    return null
  }
}

test('no production dependency has a known vulnerability of high or critical severity', async (t) => {
  const said = await audit()
  if (!said) {
    console.log('dependency audit: SKIPPED, the package registry provides no audits')
    return t.skip('the package registry gives no audits here')
  }
  const { high, critical } = said.metadata!.vulnerabilities
  const grave = Object.entries(said.vulnerabilities ?? {}).filter(([, { severity }]) =>
    ['high', 'critical'].includes(severity),
  )
  assert.equal(high + critical, 0, grave.map(([name]) => name).join(', '))
})
