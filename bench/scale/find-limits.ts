import type { Costs, Demand } from './compute-demand.ts'
import type { Assumptions } from './simulate-day.ts'

/** A part of a site that can hold only so much. */
export interface Limit {
  name: string
  /** How much of the limit is used, where 1 means that it is reached. */
  used: number
}

/** The number of machines or processes that a site needs at the utilization in `assumptions.csv`. */
export interface Fleet {
  webProcesses: number
  workerCores: number
  databaseCores: number
}

/** Sizes the fleet of a site. At least two processes of each kind run, so that one may fail. */
export function sizeFleet(demand: Demand, assume: Assumptions): Fleet {
  const at = (cores: number) => Math.max(2, Math.ceil(cores / assume('utilization')))
  return {
    webProcesses: at(demand.webCores),
    workerCores: at(demand.transcodingCores + demand.broadcastCores),
    databaseCores: at(demand.databaseCores),
  }
}

/** Computes how much of each limit a site uses if only the number of processes grows and no setting changes. */
export function findLimits(demand: Demand, fleet: Fleet, assume: Assumptions, cost: Costs): Limit[] {
  const heartbeats = demand.openStreams / cost('heartbeat.seconds')
  const processes = fleet.webProcesses
  const workers = Math.ceil(fleet.workerCores / assume('cores-per-worker'))
  // Every process receives every notification, and a batch still contains every forwarded acknowledgement.
  const forwarded = heartbeats * (1 - 1 / processes)
  const received = demand.notifications - heartbeats * cost('heartbeat.notifications')
  return [
    {
      name: 'one machine with 4 cores',
      used: (demand.webCores + demand.databaseCores + demand.transcodingCores + demand.broadcastCores) / 4,
    },
    { name: '1 Gbit/s to the internet', used: demand.originGigabits },
    { name: 'one web process', used: demand.webCores },
    {
      name: 'connections of PostgreSQL',
      used:
        (processes * cost('connections.web') + workers * cost('connections.worker')) /
        assume('limit-connections'),
    },
    {
      name: 'the same behind PgBouncer',
      used:
        (processes * cost('connections.web-direct') + workers * cost('connections.worker-direct')) /
        assume('limit-connections'),
    },
    { name: 'NOTIFY at the primary', used: demand.notifications / assume('limit-notifications') },
    {
      name: 'notifications received by each web process',
      used:
        (received * cost('notification-received.web') + forwarded * cost('heartbeat-received.web')) /
        1000 /
        assume('limit-notification-share'),
    },
    { name: 'CPU of the primary', used: demand.databaseCores / assume('limit-database-cores') },
    { name: 'of which a replica can take over', used: demand.replicaCores / assume('limit-database-cores') },
    {
      name: 'likes and views of the most popular video',
      used: demand.writesToOneVideo / cost('hot-row.writes'),
    },
    { name: 'rows of one table (items)', used: (demand.newItemsPerDay * 365 * 3) / assume('limit-items') },
  ]
}
