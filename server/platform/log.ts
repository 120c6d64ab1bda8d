type Level = 'debug' | 'info' | 'warn' | 'error'
const levels: readonly Level[] = ['debug', 'info', 'warn', 'error']

let minLevelIndex = levels.indexOf((process.env['LOG_LEVEL'] as Level | undefined) ?? 'info')
if (minLevelIndex < 0) minLevelIndex = 1

/**
 * The fields of a log line. The fields are only ids and numbers, never names, email addresses, titles or
 * tokens.
 */
type LogFields = Record<string, string | number | boolean | null | undefined>

function write(level: Level, message: string, facts: LogFields = {}): void {
  if (levels.indexOf(level) < minLevelIndex) return
  const line = process.stdout.isTTY
    ? `${escapeControlCharacters(message)}${Object.entries(facts)
        .map(([key, value]) => ` ${key}=${escapeControlCharacters(String(value))}`)
        .join('')}`
    : JSON.stringify({ time: new Date().toISOString(), level, message, ...facts })
  process.stdout.write(`${line}\n`)
}

// eslint-disable-next-line no-control-regex -- these characters are escaped
const controlCharacters = /\n(?! {4}at )|[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u2028\u2029]/g

/** Escapes control characters for a terminal. Line breaks are escaped too, except in a stack trace. */
export function escapeControlCharacters(text: string): string {
  return text.replace(
    controlCharacters,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Writes one line per event: text on a terminal, JSON elsewhere. `LOG_LEVEL` sets the minimum level. */
export const log = {
  debug: (message: string, facts?: LogFields) => write('debug', message, facts),
  info: (message: string, facts?: LogFields) => write('info', message, facts),
  warn: (message: string, facts?: LogFields) => write('warn', message, facts),
  error: (message: string, facts?: LogFields) => write('error', message, facts),
}
