import type { IntegrityFindingCode } from './integrity-finding.ts'
import type { IntegrityReport } from './verify.ts'

export function formatIntegrityReport({ findings, counts, looked, seconds }: IntegrityReport): string {
  const { people, items, files, bytes } = looked
  const seen = `${people} people, ${items} items, ${files} files of ${(bytes / 2 ** 20).toFixed(1)} MiB, in ${seconds.toFixed(1)} s`
  const codes = Object.entries(counts) as [IntegrityFindingCode, number][]
  if (codes.length === 0) return `No problems found: ${seen}.`
  const total = codes.reduce((sum, [, count]) => sum + count, 0)
  const groups = codes.map(([code, count]) => {
    const mine = findings.filter((one) => one.code === code)
    const more = count > mine.length ? [`    … and ${count - mine.length} more`] : []
    return [
      `${code}: ${count}. ${mine[0]!.mend}`,
      ...mine.map(({ where, what }) => `    ${where}: ${what}`),
      ...more,
    ]
  })
  return [`${total} problems found in ${seen}.`, ...groups.flat()].join('\n')
}
