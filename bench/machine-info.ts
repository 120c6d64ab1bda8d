import { cpus, loadavg } from 'node:os'

/** Says where the figures come from, and what else the machine has to do. */
export function printMachineInfo(also = ''): void {
  const [one = 0] = loadavg()
  const { length, 0: cpu } = cpus()
  console.log(`${length} × ${cpu?.model.trim()}, load ${one.toFixed(2)}${also}`)
}
