import type { Fault } from './fault.ts'
import { killServer } from './kill-server.ts'

/** Every fault, in the order in which they happen. */
export const faults: Fault[] = [killServer]
