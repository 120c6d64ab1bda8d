import { setTimeout as pause } from 'node:timers/promises'
import { listNotifications } from '#contract/notifications.ts'
import { getStream, retryStream } from '#contract/uploads.ts'
import { eventually } from '#tests/support/eventually.ts'
import { statOf } from '#tests/support/processes.ts'
import { workingOn } from './at-work.ts'
import type { Fault, Figure } from './fault.ts'
import { films, settledDown, standing, uploaded } from './filming.ts'
import { type Site, theSite } from './site.ts'

export const killFfmpeg: Fault = {
  name: 'kill-ffmpeg',
  promise: 'ffmpeg killed each time: three tries, then its owner reads why, and may try again',
  full: 10,
  short: 0,
  run: (count) => hitThrice(count, 'SIGKILL'),
}

export const freezeFfmpeg: Fault = {
  name: 'freeze-ffmpeg',
  promise:
    'ffmpeg frozen: 60 s without progress end it; three tries, then its owner reads why, and may try again',
  full: 3,
  short: 0,
  run: (count) => hitThrice(count, 'SIGSTOP'),
}

/** So many films side by side. Whatever ffmpeg works on one of them is hit, until the product gives up. */
async function hitThrice(count: number, signal: 'SIGKILL' | 'SIGSTOP'): Promise<Figure[]> {
  const site = await theSite()
  await site.working(1)
  const member = await site.joins()
  const film = await films.middle()
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) ids.push(await uploaded(member, film))
  const endedAfter = (await Promise.all(ids.map((id) => hitUntilOver(site, id, signal)))).flat()
  const failed = await settledDown(ids, 60)
  const said = await Promise.all(
    failed.map(({ streamId }) => member.call(getStream, { params: { streamId } })),
  )
  const { items } = await member.call(listNotifications, { query: {} })
  const told = ids.filter((id) => items.some((one) => JSON.stringify(one).includes(id)))
  for (const { streamId } of failed) await member.call(retryStream, { params: { streamId } })
  const ended = await settledDown(ids, 120)
  return [
    { what: 'hits', value: endedAfter.length, bar: { exactly: count * 3 } },
    {
      what: 'ended after, at most',
      value: Math.max(...endedAfter),
      unit: 's',
      bar: { atMost: signal === 'SIGSTOP' ? 65 : 5 },
    },
    { what: 'tries, at most', value: Math.max(...failed.map(({ tries }) => tries)), bar: { exactly: 3 } },
    {
      what: 'whose owner reads why',
      value: said.filter(({ error }) => error?.title && error.detail).length,
      bar: { exactly: count },
    },
    { what: 'whose owner hears of it', value: told.length, bar: { exactly: count } },
    {
      what: 'ready after the owner tried again',
      value: ended.filter(({ state }) => state === 'ready').length,
      bar: { exactly: count },
    },
  ]
}

/** Seconds from each hit until the process was gone. */
async function hitUntilOver(site: Site, id: string, signal: 'SIGKILL' | 'SIGSTOP'): Promise<number[]> {
  const seconds: number[] = []
  for (let last = 0; ;) {
    const [row] = await standing([id])
    if (row!.state === 'failed' || row!.state === 'ready') return seconds
    if (row!.fence > last && row!.state !== 'received') {
      seconds.push(await hit(site, id, signal))
      last = row!.fence
    }
    await pause(50)
  }
}

/** Hits the ffmpeg that is at the ladder of an item, and waits until it is gone. */
async function hit(site: Site, id: string, signal: 'SIGKILL' | 'SIGSTOP'): Promise<number> {
  const pids = await eventually(async () => {
    const [worker] = site.workers
    const found = (await workingOn(worker!)).filter(
      ({ contentId, command }) => contentId === id && /^ffmpeg .*\.m3u8/.test(command),
    )
    return found.length > 0 && found.map(({ pid }) => pid)
  }, 90)
  const at = performance.now()
  for (const pid of pids) process.kill(pid, signal)
  await eventually(
    async () => (await Promise.all(pids.map(statOf))).every((stat) => !stat || stat[0] === 'Z'),
    90,
  )
  return (performance.now() - at) / 1000
}
