import { getPostgresClusterName } from './postmaster.ts'

/**
 * Returns the command-line flags for a small, durable PostgreSQL server that only the owner of the data
 * folder can reach.
 */
export function buildPostgresFlags(scratch = false): string[] {
  const settings = {
    ...SMALL,
    ...(scratch ? SCRATCH : {}),
    cluster_name: getPostgresClusterName(process.pid),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

// Without I/O workers and replication, PostgreSQL runs three or four fewer processes than with its defaults.
const SMALL = {
  listen_addresses: '',
  unix_socket_directories: '.',
  unix_socket_permissions: '0700',
  max_connections: '50',
  shared_buffers: '48MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  random_page_cost: '1.1',
  jit: 'off',
  io_method: 'sync',
  max_worker_processes: '2',
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  max_wal_senders: '0',
  wal_level: 'minimal',
  max_wal_size: '256MB',
  log_checkpoints: 'off',
  log_line_prefix: '',
  timezone: 'UTC',
}

const SCRATCH = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '200',
}
