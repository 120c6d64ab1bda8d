import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import type { FuzzRequest } from './fuzz-request.ts'
import type { FuzzResponse } from './send-request.ts'

/** Checks the rules that apply to every response. Returns a sentence for each broken rule. */
export function findResponseViolations(
  { path, method }: FuzzRequest,
  { status, headers, body }: FuzzResponse,
): string[] {
  const found: string[] = []
  const must = (holds: boolean, rule: string) => {
    if (!holds) found.push(rule)
  }
  const isApi = path.startsWith('/api/') && !/^\/api\/docs(?![^?/])/.test(path)
  // The oEmbed standard requires status 501 for an unsupported format.
  must(status < 500 || body.includes('"oembed_format"'), `answers ${status}: ${body.slice(0, 300)}`)
  const isShaped = isError(body, headers['x-request-id'])
  if (isApi && status >= 400 && method !== 'HEAD')
    must(isShaped, `an error in another shape: ${body.slice(0, 200)}`)
  if (status >= 400) must(!traces.test(body), `tells of its inside: ${traces.exec(body)?.[0]}`)
  for (const rule of findMissingSecurityHeaders(headers, path)) found.push(rule)
  const caching = headers['cache-control'] ?? ''
  if (headers['set-cookie']) must(/private|no-store/.test(caching), 'a cookie in what may be shared')
  if (isApi) must(!/public/.test(caching) || status < 400, 'a refusal that may be kept')
  return found
}

const traces =
  /node_modules|file:\/\/|at \S+ \(|\.ts:\d+|ECONN|syntax error at|violates|kysely|PostgreSQL \d/i

function isError(body: string, requestId: string | undefined): boolean {
  try {
    const { error, requestId: id, ...more } = JSON.parse(body) as Record<string, Record<string, string>>
    const keys = Object.keys(error ?? {}).join()
    return (
      keys === 'code,title,detail' && Object.keys(more).length === 0 && (id as unknown) === (requestId ?? id)
    )
  } catch {
    return false
  }
}

/** The security headers that every response must have, including pages, files and errors. */
export function findMissingSecurityHeaders(
  headers: Record<string, string | undefined>,
  path = '/',
): string[] {
  const found: string[] = []
  const policy = headers['content-security-policy'] ?? ''
  const script = /script-src ([^;]*)/.exec(policy)?.[1] ?? ''
  if (headers['x-content-type-options'] !== 'nosniff') found.push('no nosniff')
  if (!script.startsWith("'self'") || /unsafe|\*|https?:|data:/.test(script))
    found.push(`scripts: ${script || 'any'}`)
  const framed = /frame-ancestors ([^;]*)/.exec(policy)?.[1]
  if (framed !== "'none'" && !(framed === '*' && path.startsWith('/embed/')))
    found.push(`framed by ${framed}`)
  if (!/object-src 'none'/.test(policy) || !/base-uri 'none'/.test(policy)) found.push('objects or base')
  if (!headers['referrer-policy']) found.push('no referrer policy')
  if (!headers['permissions-policy']) found.push('no permissions policy')
  if (headers['cross-origin-opener-policy'] !== 'same-origin') found.push('may be opened into')
  if (!headers['cross-origin-resource-policy']) found.push('no resource policy')
  if (headers['x-powered-by'] || headers['server']) found.push('names what it is made with')
  return found
}

/** Returns rows that the database must never contain. */
export async function findInvalidDatabaseRows(): Promise<string[]> {
  const checks: Record<string, ReturnType<typeof sql<{ count: string }>>> = {
    'likes_count is not the number of likes': sql`select count(*) from content c where likes_count <>
      (select count(*) from likes l where l.content_id = c.id)`,
    'two accounts of one name': sql`select count(*) from (select lower(username) from profiles group by 1 having count(*) > 1) x`,
    'a minor is shown by full name': sql`select count(*) from profiles where is_minor and display_name_mode <> 'username'`,
    'a broadcast by a minor has a short delay': sql`select count(*) from
      (select user_id, delay_seconds from broadcasts union all select user_id, delay_seconds from scheduled_broadcasts) x
      join profiles using (user_id) where is_minor and delay_seconds < 10`,
    'somebody became staff': sql`select count(*) from users u where role <> 'user' and not exists
      (select from zz_users was where was.id = u.id and was.role = u.role)`,
    'ready without a rendition': sql`select count(*) from content c where stream_status = 'ready' and not exists
      (select from renditions r where r.content_id = c.id)`,
    'a control character was kept': sql`select (select count(*) from comments where body ~ '[\\x01-\\x08\\x0b-\\x1f]')
      + (select count(*) from content where title || description ~ '[\\x01-\\x08\\x0b-\\x1f]')
      + (select count(*) from profiles where bio ~ '[\\x01-\\x08\\x0b-\\x1f]') as count`,
  }
  const found: string[] = []
  for (const [name, query] of Object.entries(checks)) {
    const { rows } = await query.execute(db)
    if (Number(rows[0]!.count) > 0) found.push(`${name}: ${rows[0]!.count}`)
  }
  return found
}
