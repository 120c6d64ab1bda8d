import { EventQueue, FifoQueue } from './event-queue.ts'

/** A part of a request that one program works on, with the mean of its CPU time in milliseconds. */
export interface Stage {
  program: string
  milliseconds: number
}

export interface Machine {
  cores: number
  /** How many stages each program can work on at the same time. A Node.js process works on one. */
  programs: Record<string, number>
}

export interface MachineLoad {
  machine: Machine
  seconds: number
  random: () => number
  /** Returns the stages of a request that arrives at this time. */
  createRequest: (atMilliseconds: number, nth: number) => Stage[]
  /** Requests arrive at random at this rate, or each of several connections sends the next one after a response. */
  arrivals: { perSecond: number } | { connections: number }
}

export interface MachineResult {
  arrived: number
  completed: number
  /** Requests that were waiting or being worked on at the end. */
  unfinished: number
  /** CPU milliseconds of each program that fall into the simulated time. */
  busy: Record<string, number>
  /** How many milliseconds each program had something to do, including the time in which it waited for a core. */
  working: Record<string, number>
  /** Response times in milliseconds, in the order of completion. */
  times: number[]
  /** The mean number of requests that were waiting or being worked on. */
  meanInSystem: number
}

interface Waiting {
  request: Request
  since: number
}

interface Request {
  arrivedAt: number
  stages: Stage[]
  next: number
}

/**
 * Simulates a machine whose programs share its cores, event by event. A stage starts when its program and a core are
 * free, in the order of arrival, and its CPU time is random with an exponential distribution.
 */
export function simulateMachine({
  machine,
  seconds,
  random,
  createRequest,
  arrivals,
}: MachineLoad): MachineResult {
  const end = seconds * 1000
  const events = new EventQueue()
  const waiting = new Map(Object.keys(machine.programs).map((name) => [name, new FifoQueue<Waiting>()]))
  const free = new Map(Object.entries(machine.programs))
  const busy: Record<string, number> = {}
  const working: Record<string, number> = {}
  const times: number[] = []
  let freeCores = machine.cores
  let now = 0
  let [arrived, inSystem, area] = [0, 0, 0]

  const drawExponential = (mean: number) => -Math.log(1 - random()) * mean
  const advance = (to: number) => {
    area += inSystem * (to - now)
    for (const [program, capacity] of Object.entries(machine.programs))
      if (free.get(program)! < capacity || waiting.get(program)!.first())
        working[program] = (working[program] ?? 0) + to - now
    now = to
  }
  const arrive = () => {
    inSystem += 1
    enqueue({ arrivedAt: now, stages: createRequest(now, arrived++), next: 0 })
    if ('perSecond' in arrivals) events.add(now + drawExponential(1000 / arrivals.perSecond), arrive)
  }
  const enqueue = (request: Request) => {
    const stage = request.stages[request.next]
    if (!stage) return complete(request)
    waiting.get(stage.program)!.add({ request, since: now })
    startWaitingStages()
  }
  const complete = (request: Request) => {
    inSystem -= 1
    times.push(now - request.arrivedAt)
    if ('connections' in arrivals) events.add(now, arrive)
  }
  const startWaitingStages = () => {
    for (let program = findNextProgram(); program; program = findNextProgram())
      start(program, waiting.get(program)!.take()!.request)
  }
  const findNextProgram = () => {
    if (freeCores === 0) return undefined
    let next: { program: string; since: number } | undefined
    for (const [program, line] of waiting) {
      const since = line.first()?.since ?? Infinity
      if (free.get(program)! > 0 && since < (next?.since ?? Infinity)) next = { program, since }
    }
    return next?.program
  }
  const start = (program: string, request: Request) => {
    freeCores -= 1
    free.set(program, free.get(program)! - 1)
    const duration = drawExponential(request.stages[request.next]!.milliseconds)
    busy[program] = (busy[program] ?? 0) + Math.min(duration, end - now)
    events.add(now + duration, () => {
      freeCores += 1
      free.set(program, free.get(program)! + 1)
      request.next += 1
      enqueue(request)
      startWaitingStages()
    })
  }

  if ('perSecond' in arrivals) events.add(drawExponential(1000 / arrivals.perSecond), arrive)
  else for (let nth = 0; nth < arrivals.connections; nth += 1) events.add(0, arrive)
  for (let event = events.takeBefore(end); event; event = events.takeBefore(end)) {
    advance(event.at)
    event.run()
  }
  advance(end)
  return {
    arrived,
    completed: times.length,
    unfinished: inSystem,
    busy,
    working,
    times,
    meanInSystem: area / end,
  }
}
