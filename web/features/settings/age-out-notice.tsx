import type { ReactNode } from 'react'
import { dataAndDevicesMessages } from '#web/messages/dashboard/data-and-devices.ts'

/** Tells users who have turned 20 what happens to their account and what they can do about it. */
export function AgeOutNotice({ children }: { children?: ReactNode }) {
  return (
    <section aria-labelledby="grown" className="rounded-[22px] border-2 border-line bg-raised p-5 sm:p-6">
      <h2 id="grown" className="text-21">
        {dataAndDevicesMessages.grown}
      </h2>
      <p className="mt-2 max-w-[70ch]">{dataAndDevicesMessages.grownText}</p>
      {children}
    </section>
  )
}
