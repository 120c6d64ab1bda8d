import type { HttpVisitor } from '#tests/support/clients/http-visitor.ts'
import { PossibleValues, PossibleValuesMap } from './possible-values.ts'

export interface ModelPerson {
  id: string
  visitor: HttpVisitor
  isPrivate: boolean
  username: PossibleValues<string>
}

export interface ModelItem {
  id: string
  owner: ModelPerson
  title: PossibleValues<string>
  exists: PossibleValues<boolean>
}

export interface ModelComment {
  id: string
  by: ModelPerson
  item: ModelItem
  body: string
  exists: PossibleValues<boolean>
}

export type ModelFollowState = 'none' | 'pending' | 'approved'

/**
 * The values that the site should have stored, as far as the clients can know this from the responses to
 * their writes.
 */
export class ReferenceModel {
  readonly people: ModelPerson[] = []
  readonly items: ModelItem[] = []
  readonly comments: ModelComment[] = []
  /** Whether a person likes an item. The key consists of the IDs of the person and the item. */
  readonly likes = new PossibleValuesMap(false)
  /** Whether a person follows another. The key consists of the follower's ID and the followed person's ID. */
  readonly follows = new PossibleValuesMap<ModelFollowState>('none')
  /** Whether a person blocks another. The key consists of the blocker's ID and the blocked person's ID. */
  readonly blocks = new PossibleValuesMap(false)
  /**
   * Each key consists of the IDs of two people in sorted order. The entry for two people serializes all
   * writes to their relationship.
   */
  readonly relationships = new PossibleValuesMap(0)
  /** For each username, the people who have certainly acquired it. */
  readonly takenBy = new Map<string, ModelPerson[]>()
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
