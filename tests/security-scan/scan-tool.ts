import { spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'

/** Security scanners, each of which is a Debian package of the same name. */
export type ScanTool = 'wapiti' | 'sqlmap' | 'slowhttptest'

export function isToolInstalled(tool: ScanTool): boolean {
  return spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0
}

/**
 * Converts `{ '-c': 500 }` to command line arguments. An empty string gives a flag without a value, and an
 * array repeats the flag.
 */
export function buildToolArguments(given: Record<string, string | number | string[]>): string[] {
  return Object.entries(given).flatMap(([flag, value]) =>
    value === '' ? [flag] : [value].flat().flatMap((one) => [flag, String(one)]),
  )
}

/** The tool's output, and whether the tool exited by itself. */
export interface ToolRunResult {
  said: string
  isWhole: boolean
}

/** Runs the tool and its child processes, for at most `seconds` seconds. */
export async function runScanTool(
  tool: ScanTool,
  args: string[],
  { seconds, hear = () => {} }: { seconds: number; hear?: (line: string) => void },
): Promise<ToolRunResult> {
  const child = spawn(tool, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      said.push(line)
      hear(line)
    })
  let isWhole = true
  const end = () => child.pid && child.exitCode === null && process.kill(-child.pid, 'SIGKILL')
  process.once('exit', end)
  const late = setTimeout(() => {
    isWhole = false
    end()
  }, seconds * 1000)
  await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject))
  clearTimeout(late)
  process.off('exit', end)
  return { said: said.join('\n'), isWhole }
}
