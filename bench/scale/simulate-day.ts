import { createSeededRandom } from '#tests/support/fixtures/seeded-random.ts'

/** What people do. The counts of a minute are the sums over all people. */
export interface MinuteCounts {
  /** Minutes watched by members and by visitors without an account, of which `live` were broadcasts. */
  memberMinutes: number
  visitorMinutes: number
  liveMinutes: number
  /** Films and broadcasts that members and visitors started to watch. */
  memberViewings: number
  visitorViewings: number
  memberPages: number
  visitorPages: number
  searches: number
  likes: number
  comments: number
  chatMessages: number
  uploads: number
}

export interface SimulatedDay {
  /** The number of people in the simulation. */
  people: number
  activePeople: number
  minutes: MinuteCounts[]
}

/** The sums of a day and of its peak hour. */
export interface DaySummary {
  people: number
  peak: MinuteCounts
  whole: MinuteCounts
}

/** Looks up an assumption by its name in `assumptions.csv`. */
export type Assumptions = (name: string) => number

/** The share of the day's sessions that begin in each hour, before the busiest hour gets its share: a school day. */
const hourWeights = [
  1, 0.5, 0.3, 0.2, 0.2, 0.4, 1, 2, 1.5, 1.5, 2, 2.5, 3, 3, 4, 6, 7.5, 8, 8.5, 9, 9, 7, 4, 2,
]

/** Simulates one day of each of `people` people. The result depends only on the arguments. */
export function simulateDay(people: number, assume: Assumptions, seed: number): SimulatedDay {
  const random = createSeededRandom(seed)
  const minutes = Array.from({ length: 24 * 60 }, createCounts)
  const hours = weighHours(assume('peak-hour-share'))
  let activePeople = 0
  for (let nth = 0; nth < people; nth += 1) {
    const isMember = random() < assume('member-share')
    if (random() < assume('uploads-per-thousand') / 1000)
      minutes[Math.floor(drawMinute(hours, random))]!.uploads += 1
    if (random() >= assume('active-share')) continue
    activePeople += 1
    // Everyone who is active has at least one session.
    const sessions = 1 + drawPoisson(assume('sessions') - 1, random)
    const mean = assume('minutes-watched') / assume('sessions')
    for (let session = 0; session < sessions; session += 1)
      simulateSession({ isMember, from: drawMinute(hours, random), length: drawExponential(mean, random) })
  }
  return { people, activePeople, minutes }

  function simulateSession({
    isMember,
    from,
    length,
  }: {
    isMember: boolean
    from: number
    length: number
  }): void {
    for (let watched = 0; watched < length;) {
      const duration = Math.min(drawExponential(assume('minutes-per-viewing'), random), length - watched)
      const isLive = random() < assume('live-share')
      const counts = minutes[Math.floor(from + watched) % minutes.length]!
      counts[isMember ? 'memberViewings' : 'visitorViewings'] += 1
      if (random() < assume('full-page-share')) counts[isMember ? 'memberPages' : 'visitorPages'] += 1
      if (random() < assume('searches')) counts.searches += 1
      if (isMember && random() < assume('likes')) counts.likes += 1
      if (isMember && random() < assume('comments')) counts.comments += 1
      if (isMember && isLive) counts.chatMessages += drawPoisson(duration * assume('chat-messages'), random)
      addWatchedMinutes(from + watched, duration, isMember, isLive)
      watched += duration
    }
  }

  function addWatchedMinutes(from: number, duration: number, isMember: boolean, isLive: boolean): void {
    for (let at = from; at < from + duration; at = Math.floor(at) + 1) {
      const part = Math.min(Math.floor(at) + 1, from + duration) - at
      const counts = minutes[Math.floor(at) % minutes.length]!
      counts[isMember ? 'memberMinutes' : 'visitorMinutes'] += part
      if (isLive) counts.liveMinutes += part
    }
  }
}

/** Sums up a day. The peak hour consists of the 60 consecutive minutes in which people watch most. */
export function summarizeDay({ people, minutes }: SimulatedDay): DaySummary {
  const hours = []
  for (let from = 0; from + 60 <= minutes.length; from += 5)
    hours.push(sumCounts(minutes.slice(from, from + 60)))
  const peak = hours.reduce((best, hour) => (watchedMinutes(hour) > watchedMinutes(best) ? hour : best))
  return { people, peak, whole: sumCounts(minutes) }
}

export function watchedMinutes({ memberMinutes, visitorMinutes }: MinuteCounts): number {
  return memberMinutes + visitorMinutes
}

export function sumCounts(all: readonly MinuteCounts[]): MinuteCounts {
  const sum = createCounts()
  for (const counts of all)
    for (const key of Object.keys(sum) as (keyof MinuteCounts)[]) sum[key] += counts[key]
  return sum
}

function createCounts(): MinuteCounts {
  return {
    memberMinutes: 0,
    visitorMinutes: 0,
    liveMinutes: 0,
    memberViewings: 0,
    visitorViewings: 0,
    memberPages: 0,
    visitorPages: 0,
    searches: 0,
    likes: 0,
    comments: 0,
    chatMessages: 0,
    uploads: 0,
  }
}

/** Returns the weights of the hours, of which the busiest hour has the given share and no other hour has more. */
function weighHours(peakShare: number): number[] {
  const peak = hourWeights.indexOf(Math.max(...hourWeights))
  const others = hourWeights.reduce((sum, weight, hour) => sum + (hour === peak ? 0 : weight), 0)
  return hourWeights.map((weight, hour) =>
    hour === peak ? peakShare : Math.min((weight / others) * (1 - peakShare), peakShare),
  )
}

/** Returns a random minute of the day. */
function drawMinute(hours: readonly number[], random: () => number): number {
  const total = hours.reduce((sum, share) => sum + share, 0)
  let at = random() * total
  const hour = Math.max(
    0,
    hours.findIndex((share) => (at -= share) < 0),
  )
  return hour * 60 + random() * 60
}

function drawExponential(mean: number, random: () => number): number {
  return -Math.log(1 - random()) * mean
}

/** Draws a number with a Poisson distribution (Knuth). Fast enough for the small means here. */
function drawPoisson(mean: number, random: () => number): number {
  const limit = Math.exp(-mean)
  let count = -1
  for (let product = 1; product > limit; product *= random()) count += 1
  return count
}
