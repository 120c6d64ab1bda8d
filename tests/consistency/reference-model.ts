import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { PossibleStoredValues, PossibleStoredValuesMap } from './possible-stored-values.ts'

export interface ReferenceModelPerson {
  id: string
  visitor: HttpTestClient
  isPrivate: boolean
  username: PossibleStoredValues<string>
}

export interface ReferenceModelItem {
  id: string
  owner: ReferenceModelPerson
  title: PossibleStoredValues<string>
  exists: PossibleStoredValues<boolean>
}

export interface ReferenceModelComment {
  id: string
  by: ReferenceModelPerson
  item: ReferenceModelItem
  body: string
  exists: PossibleStoredValues<boolean>
}

export type ReferenceModelFollowState = 'none' | 'pending' | 'approved'

/**
 * The values that the site should have stored, as far as the clients can know this from the responses to
 * their writes.
 */
export class ReferenceModel {
  readonly people: ReferenceModelPerson[] = []
  readonly items: ReferenceModelItem[] = []
  readonly comments: ReferenceModelComment[] = []
  /** Whether a person likes an item. The key consists of the IDs of the person and the item. */
  readonly likes = new PossibleStoredValuesMap(false)
  /**
   * Whether a person follows another person. The key consists of the follower's ID and the followed person's
   * ID.
   */
  readonly follows = new PossibleStoredValuesMap<ReferenceModelFollowState>('none')
  /**
   * Whether a person blocks another person. The key consists of the blocker's ID and the blocked person's ID.
   */
  readonly blocks = new PossibleStoredValuesMap(false)
  /**
   * Each key consists of the IDs of two people in sorted order. Writes to the relationship of two people are
   * serialized through their entry.
   */
  readonly relationships = new PossibleStoredValuesMap(0)
  /** For each username, the people who are known to have acquired this username. */
  readonly takenBy = new Map<string, ReferenceModelPerson[]>()
  readonly joined: { username: string; isSure: boolean }[] = []
  readonly outcomes = { acknowledged: 0, refused: 0, unanswered: 0 }
  /** The number of responses that violated a rule, keyed by a description of the violation. */
  readonly problems = new Map<string, number>()
  /** Number of operations of each kind. */
  readonly done = new Map<string, number>()
  get operations(): number {
    const { acknowledged, refused, unanswered } = this.outcomes
    return acknowledged + refused + unanswered
  }
}
