import { cpus, loadavg } from 'node:os'

/** Prints which machine runs the benchmark and how busy it is. */
export function printMachineInfo(extraLine = ''): void {
  const [one = 0] = loadavg()
  const { length, 0: cpu } = cpus()
  console.log(`${length} × ${cpu?.model.trim()}, load ${one.toFixed(2)}${extraLine}`)
}
