/**
 * Limits on live updates (specification, section 9: realtime). `recheck` is the interval at which the server
 * checks each listener's access again. Revoking access must take effect within 10 s.
 */
export const liveUpdateTimings = {
  heartbeat: 25_000,
  recheck: 8_000,
  timeout: 10_000,
  reconnect: [1000, 2000, 5000, 10_000],
  buffer: 100,
}

/**
 * The maximum number of open live-update streams in each web process, per member (on all devices) and per IP
 * address. A whole school can share one IP address.
 */
export const eventStreamLimits = { perMember: 50, perAddress: 500 }

/** New events of a topic are sent at most once in this many milliseconds. */
export const liveUpdateBatchMs = 250
