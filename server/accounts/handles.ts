import { randomInt } from 'node:crypto'

const moods =
  'sky,sunny,brave,quiet,lucky,neon,velvet,cosmic,mellow,swift,amber,misty,jolly,solar,lunar,breezy'
const animals =
  'otter,panda,falcon,koala,lynx,gecko,heron,badger,dolphin,puffin,marten,lemur,ibex,tapir,wren,orca'

/** A handle that says nothing about a person: `sky_otter_482`. */
export function neutralHandle(): string {
  return `${oneOf(moods)}_${oneOf(animals)}_${randomInt(100, 1000)}`
}

/** A name or address made to fit the pattern of usernames, or null when nothing of it does. */
export function handleFrom(text: string): string | null {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 20)
  return plain.length >= 3 ? plain : null
}

/** The same with a number, still at most 20 letters long. */
export function numbered(handle: string): string {
  return `${handle.slice(0, 15)}_${randomInt(1000, 10_000)}`
}

function oneOf(words: string): string {
  const list = words.split(',')
  return list[randomInt(list.length)]!
}
