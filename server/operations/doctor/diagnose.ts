import { setTimeout as pause } from 'node:timers/promises'
import { type Check, type Finding, problem } from './finding.ts'

/** A check that takes longer than this is reported as a problem. */
const timeoutMs = 20_000

/**
 * Runs all checks at the same time. A check that throws or times out is reported as a problem, so one broken part of
 * the site never hides the others. Returns the findings in the order of the checks.
 */
export async function diagnose(checks: Record<string, Check>, limitMs = timeoutMs): Promise<Finding[]> {
  const found = await Promise.all(
    Object.entries(checks).map(([area, check]) => runCheck(area, check, limitMs)),
  )
  return found.flat()
}

async function runCheck(area: string, check: Check, limitMs: number): Promise<Finding[]> {
  const timer = new AbortController()
  const late = pause(limitMs, undefined, { signal: timer.signal, ref: false }).then(() => [
    problem(
      area,
      `The check did not finish within ${limitMs / 1000} s.`,
      'Run the command again. If this repeats, the service behind it does not respond.',
    ),
  ])
  try {
    return await Promise.race([Promise.resolve().then(check), late])
  } catch (error) {
    return [
      problem(
        area,
        `The check failed: ${error instanceof Error ? error.message : String(error)}`,
        'Fix this error first, then run the command again.',
      ),
    ]
  } finally {
    timer.abort()
    late.catch(() => {})
  }
}

const symbols = { ok: '✔', warning: '!', problem: '✖' } as const

/** Formats the findings for a terminal: one line each, followed by the advice. */
export function formatDiagnosis(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ area }) => area.length))
  const lines = findings.flatMap(({ area, status, text, advice }) => [
    `${symbols[status]} ${area.padEnd(width)}  ${text}`,
    ...(advice ? [`  ${' '.repeat(width)}  → ${advice}`] : []),
  ])
  return [...lines, '', summarize(findings)].join('\n')
}

function summarize(findings: readonly Finding[]): string {
  const count = (status: Finding['status']) => findings.filter((finding) => finding.status === status).length
  const [problems, warnings] = [count('problem'), count('warning')]
  if (problems + warnings === 0) return 'No problems found.'
  const parts = [
    ...(problems > 0 ? [`${problems} ${problems === 1 ? 'problem' : 'problems'}`] : []),
    ...(warnings > 0 ? [`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`] : []),
  ]
  return `${parts.join(' and ')} found.`
}
