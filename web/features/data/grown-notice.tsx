import type { ReactNode } from 'react'
import { words } from '#web/words/data.ts'

/** For who has turned twenty: what that means, and what can be done (ruling 12). */
export function GrownNotice({ children }: { children?: ReactNode }) {
  return (
    <section aria-labelledby="grown" className="rounded-[22px] border-2 border-line bg-raised p-5 sm:p-6">
      <h2 id="grown" className="text-21">
        {words.grown}
      </h2>
      <p className="mt-2 max-w-[70ch]">{words.grownText}</p>
      {children}
    </section>
  )
}
