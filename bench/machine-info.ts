import { cpus, loadavg } from 'node:os'

/** Prints the machine that runs the benchmark and its current load. */
export function printMachineInfo(extraLine = ''): void {
  const [one = 0] = loadavg()
  const { length, 0: cpu } = cpus()
  console.log(`${length} × ${cpu?.model.trim()}, load ${one.toFixed(2)}${extraLine}`)
}
