import type { Visitor } from '#tests/media/member.ts'
import { Register, Registers } from './register.ts'

export interface Person {
  id: string
  visitor: Visitor
  isPrivate: boolean
  username: Register<string>
}

export interface Item {
  id: string
  owner: Person
  title: Register<string>
  isThere: Register<boolean>
}

export interface Said {
  id: string
  by: Person
  item: Item
  body: string
  isThere: Register<boolean>
}

export type Follow = 'none' | 'pending' | 'approved'

/** What the clients know together of what they did. */
export class World {
  readonly people: Person[] = []
  readonly items: Item[] = []
  readonly said: Said[] = []
  /** `liker item` */
  readonly likes = new Registers(false)
  /** `follower followed` */
  readonly follows = new Registers<Follow>('none')
  /** `blocker blocked` */
  readonly blocks = new Registers(false)
  /** Of two people, by their ids in order: whatever stands between them is written by one at a time. */
  readonly between = new Registers(0)
  /** Names that were free: who took one for sure. */
  readonly takenBy = new Map<string, Person[]>()
  readonly joined: { username: string; isSure: boolean }[] = []
  readonly outcomes = { acknowledged: 0, refused: 0, unanswered: 0 }
  /** Answers that no rule allows, in words. */
  readonly wrong = new Map<string, number>()
  /** How often each kind of thing was done. */
  readonly done = new Map<string, number>()
  get operations(): number {
    const { acknowledged, refused, unanswered } = this.outcomes
    return acknowledged + refused + unanswered
  }
}
