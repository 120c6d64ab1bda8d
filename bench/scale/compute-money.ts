import type { Demand } from './compute-demand.ts'
import type { Fleet } from './find-limits.ts'
import type { Assumptions } from './simulate-day.ts'

const daysPerMonth = 30

/** US dollars per month. */
export interface MonthlyCost {
  cores: number
  bandwidth: number
  storage: number
  objects: number
}

/**
 * Computes what a site pays per month after one year of uploads. `column` selects the assumed prices: the expected, the
 * lowest or the highest ones.
 */
export function computeMonthlyCost(
  demand: Demand,
  fleet: Fleet,
  assume: Assumptions,
  price: Assumptions,
): MonthlyCost {
  const cores = fleet.webProcesses + fleet.workerCores + fleet.databaseCores * 2
  const terabytesPerMonth =
    (demand.minutesWatchedPerDay * 60 * assume('megabits') * 1e6 * daysPerMonth) / 8 / 1e12
  const originShare = demand.originGigabits / demand.deliveredGigabits
  const segmentsPerMonth = (demand.minutesWatchedPerDay * 15 * daysPerMonth * originShare) / 1e6
  return {
    cores: cores * price('price-core'),
    bandwidth: terabytesPerMonth * price('price-egress'),
    storage: demand.uploadedTerabytesPerDay * 365 * price('price-storage'),
    objects:
      (demand.objectsWrittenPerDay / 1e6) * daysPerMonth * price('price-writes') +
      segmentsPerMonth * price('price-reads'),
  }
}

export function sumCost({ cores, bandwidth, storage, objects }: MonthlyCost): number {
  return cores + bandwidth + storage + objects
}
