import { choiceOfRequest } from '#contract/cookie-choice.ts'
import type { OneContent } from '#contract/content.ts'

/** For whoever has switched advertising off no ad is fetched: the page does not even learn where from (/cookies). */
export function asChosen(item: OneContent, { headers }: Request): OneContent {
  if (!item.ads || choiceOfRequest(headers).advertising) return item
  const { ads: _, ...rest } = item
  return rest
}
