import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FuzzTestSite } from '#tests/fuzz/fuzz-test-site.ts'
import type { ScanFinding } from './scan-findings.ts'
import { buildToolArguments, runScanTool } from './scan-tool.ts'
import type { ValidRequest } from './valid-requests.ts'

export interface SqlmapResult {
  findings: ScanFinding[]
  /**
   * The number of requests that were tested completely, and the names of the requests that ran out of time.
   */
  whole: number
  cut: string[]
  seconds: number
}

/**
 * Tests every parameter of these requests with sqlmap, two requests at a time. `each` limits the seconds for
 * one request, and `all` limits the seconds for the whole run.
 */
export async function runSqlmap(
  site: FuzzTestSite,
  requests: ValidRequest[],
  { each, all, folder }: { each: number; all: number; folder: string },
): Promise<SqlmapResult> {
  const startedAt = performance.now()
  const findings: ScanFinding[] = []
  const cut: string[] = []
  const left = requests.entries()
  const work = async () => {
    for (const [at, request] of left) {
      const secondsLeft = all - (performance.now() - startedAt) / 1000
      if (secondsLeft < 10) {
        cut.push(request.name)
        continue
      }
      const { said, isWhole } = await scanRequest(site, request, at, Math.min(each, secondsLeft), folder)
      if (!isWhole) cut.push(request.name)
      findings.push(...findingsOf(request.name, said, isWhole))
    }
  }
  await Promise.all([work(), work()])
  const seconds = (performance.now() - startedAt) / 1000
  return { findings, whole: requests.length - cut.length, cut, seconds }
}

async function scanRequest(
  site: FuzzTestSite,
  request: ValidRequest,
  at: number,
  seconds: number,
  folder: string,
) {
  const file = join(folder, `request-${at}.txt`)
  await writeFile(file, asText(site, request, at))
  const ran = await runScanTool(
    'sqlmap',
    buildToolArguments({
      '-r': file,
      '--batch': '',
      '--ignore-stdin': '',
      '--dbms': 'PostgreSQL',
      '--level': 3,
      '--risk': 2,
      '--technique': 'BEUSTQ',
      '--time-sec': 2,
      '--timeout': 10,
      '--retries': 0,
      '--threads': 2,
      '--disable-coloring': '',
      '--flush-session': '',
      // Each process has its own output folder, because two processes that share a folder overwrite each
      // other's files.
      '--output-dir': join(folder, `sqlmap-${at}`),
      '--ignore-code': '400,401,403,404,405,409,413,422,429',
    }),
    { seconds },
  )
  await writeFile(
    join(folder, `sqlmap-${at}.log`),
    `${request.name} as ${request.actor}, ${request.status}\n${ran.said}`,
  )
  return ran
}

/** Returns the request as a browser would send it. Each request comes from a different client address. */
function asText(site: FuzzTestSite, { actor, method, path, body }: ValidRequest, at: number): string {
  const { cookie } = site.credentialsOf(actor)
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${new URL(site.origin).host}`,
    `X-Forwarded-For: 198.51.${100 + Math.floor(at / 200)}.${1 + (at % 200)}`,
    ...(cookie ? [`Cookie: ${cookie}`] : []),
    ...(body ? ['Content-Type: application/json'] : []),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}

/** sqlmap verifies its first detections and reports only at the end which of them were false positives. */
const signs = [
  /sqlmap identified the following injection point[^]*?---\n[^]*?---/g,
  /.*heuristic \((?:XSS|FI|basic)\) test shows that .* might be (?:injectable|vulnerable).*/g,
]
const atFirst = /.*(?:appears|seems) to be .*injectable.*/g

function findingsOf(name: string, said: string, isWhole: boolean): ScanFinding[] {
  const told = [...signs, ...(isWhole ? [] : [atFirst])].flatMap((sign) =>
    [...said.matchAll(sign)].map(([line]) => line),
  )
  const found = told.map((line) => ({ tool: 'sqlmap', kind: 'injectable', detail: `${name}: ${line}` }))
  // If sqlmap could not start testing a request, the request is reported as a finding.
  const began = /all tested parameters do not appear to be injectable|identified the following/.test(said)
  const lines = said.split('\n').filter((line) => /\[CRITICAL\]/.test(line))
  if (isWhole && !began)
    found.push({ tool: 'sqlmap', kind: 'not tried', detail: `${name}: ${lines.join(' ').slice(0, 300)}` })
  return found
}
