import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { ScanFinding } from './scan-findings.ts'
import { buildToolArguments, runScanTool } from './scan-tool.ts'

/**
 * All wapiti modules except those that download lists from the internet (nikto, wapp) or guess thousands of
 * names (buster, brute_login_form).
 */
const modules = [
  'backup',
  'blindsql',
  'cookieflags',
  'crlf',
  'csp',
  'csrf',
  'exec',
  'file',
  'htaccess',
  'http_headers',
  'methods',
  'permanentxss',
  'redirect',
  'shellshock',
  'sql',
  'ssrf',
  'xss',
  'xxe',
]

interface Scan {
  origin: string
  as: string
  cookie: string | undefined
  /** The maximum number of seconds for crawling the site (`crawl`) and for each module (`attack`). */
  crawl: number
  attack: number
  /** The tool's output folder. */
  folder: string
}

export interface WapitiResult {
  findings: ScanFinding[]
  pages: number
  seconds: number
}

/** Crawls the site with wapiti as one actor and attacks every form and URL that it finds. */
export async function runWapiti({ origin, as, cookie, crawl, attack, folder }: Scan): Promise<WapitiResult> {
  const startedAt = performance.now()
  const trap = await openTrap()
  const report = join(folder, `wapiti-${as}.json`)
  const jar = join(folder, `wapiti-${as}-cookies.json`)
  if (cookie) await writeFile(jar, JSON.stringify(jarOf(new URL(origin).hostname, cookie)))
  const { said, isWhole } = await runScanTool(
    'wapiti',
    buildToolArguments({
      '-u': `${origin}/`,
      '--scope': 'folder',
      '-m': modules.join(),
      '-f': 'json',
      '-o': report,
      '--max-scan-time': crawl,
      '--max-attack-time': attack,
      '--max-links-per-page': 60,
      '-t': 10,
      '-v': 1,
      '--flush-session': '',
      '--no-bugreport': '',
      '--endpoint': trap.url,
      '--store-session': join(folder, `wapiti-${as}`),
      '--store-config': folder,
      // wapiti requests Brotli, but Debian's version of wapiti cannot decode it. Without the `Accept-Encoding: identity`
      // header, every page would be unreadable to wapiti.
      '-H': ['X-Forwarded-For: 203.0.113.77', 'Accept-Encoding: identity'],
      ...(cookie && { '-c': jar }),
    }),
    { seconds: crawl + attack * modules.length + 60 },
  )
  await writeFile(join(folder, `wapiti-${as}.log`), said)
  const told = isWhole && existsSync(report) && (JSON.parse(await readFile(report, 'utf8')) as Report)
  if (!told) throw new Error(`wapiti did not come to an end:\n${said.slice(-2000)}`)
  const pages = Number(/found (\d+) URLs and forms/.exec(said)?.[1] ?? 0)
  return {
    findings: [...findingsOf(told), ...trap.caught.map((path) => fetched(path)), ...failuresOf(said)],
    pages,
    seconds: (performance.now() - startedAt) / 1000,
  }
}

type Listed = Record<string, { method: string; path: string; info: string; parameter?: string | null }[]>
interface Report {
  vulnerabilities: Listed
  anomalies: Listed
}

function findingsOf({ vulnerabilities, anomalies }: Report): ScanFinding[] {
  return Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, many]) =>
    many.map(({ method, path, info, parameter }) => ({
      tool: 'wapiti',
      kind,
      detail: `${method} ${path}${parameter ? ` (${parameter})` : ''}: ${info}`,
    })),
  )
}

/** A module that crashed may have missed vulnerabilities, so its crash counts as a finding. */
function failuresOf(said: string): ScanFinding[] {
  return [...said.matchAll(/unexpected error.*|Traceback.*|Unable to import module.*/gi)].map(([line]) => ({
    tool: 'wapiti',
    kind: 'a module of its own failed',
    detail: line,
  }))
}

const fetched = (path: string): ScanFinding => ({
  tool: 'wapiti',
  kind: 'the server fetched an address it was given',
  detail: path,
})

/**
 * Replaces the public server that wapiti uses by default to detect server-side request forgery. wapiti's
 * attacks try to make the site send requests to this local server. wapiti itself requests the results of its
 * attacks from this server, at `/` and `/get_*.php`. If a request for any other path arrives, the site was
 * tricked into sending it.
 */
async function openTrap(): Promise<{ url: string; caught: string[] }> {
  const caught: string[] = []
  const server = createServer((request, answer) => {
    if (!/^\/($|get_\w+\.php)/.test(request.url!)) caught.push(request.url!)
    answer.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, caught }
}

/** Returns cookies in wapiti's storage format. */
function jarOf(host: string, cookie: string) {
  const pairs = cookie.split('; ').map((pair) => {
    const at = pair.indexOf('=')
    const more = { version: 0, expires: null, secure: false, port: null }
    return [pair.slice(0, at), { value: pair.slice(at + 1), ...more }]
  })
  return { [host]: { '/': Object.fromEntries(pairs) } }
}
