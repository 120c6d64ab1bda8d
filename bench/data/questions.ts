import { finding } from './finding.ts'
import { items, lists } from './lists.ts'
import { own } from './own.ts'
import type { Question } from './question.ts'

/** Every list and every search of the product. */
export const questions: readonly Question[] = [...lists, ...items, ...finding, ...own]
