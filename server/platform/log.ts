type Level = 'debug' | 'info' | 'warn' | 'error'
const levels: readonly Level[] = ['debug', 'info', 'warn', 'error']

let least = levels.indexOf((process.env['LOG_LEVEL'] as Level | undefined) ?? 'info')
if (least < 0) least = 1

/** What may stand beside a message. Never names, e-mails, titles, tokens: ids and figures only. */
type Facts = Record<string, string | number | boolean | null | undefined>

function write(level: Level, message: string, facts: Facts = {}): void {
  if (levels.indexOf(level) < least) return
  const line = process.stdout.isTTY
    ? `${message}${Object.entries(facts)
        .map(([key, value]) => ` ${key}=${value}`)
        .join('')}`
    : JSON.stringify({ time: new Date().toISOString(), level, message, ...facts })
  process.stdout.write(`${line}\n`)
}

/** One line an event: words for people on a terminal, JSON for machines elsewhere. `LOG_LEVEL` picks the least level. */
export const log = {
  debug: (message: string, facts?: Facts) => write('debug', message, facts),
  info: (message: string, facts?: Facts) => write('info', message, facts),
  warn: (message: string, facts?: Facts) => write('warn', message, facts),
  error: (message: string, facts?: Facts) => write('error', message, facts),
}
