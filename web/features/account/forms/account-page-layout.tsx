import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'

interface Props {
  /** The large decorative text on the panel beside the form. */
  poster: string
  /** The sentence below the large decorative text. */
  text: string
  hue: string
  title: string
  children: ReactNode
}

/** The layout of the sign-in and sign-up pages: a form beside a coloured panel with a short text. */
export function AccountPageLayout({ poster, text, hue, title, children }: Props) {
  return (
    <div
      data-hue={hue}
      className="mx-auto grid max-w-[1240px] gap-8 px-(--gutter) py-6 md:py-12 lg:grid-cols-2 lg:gap-14"
    >
      <div className="poster flex flex-col justify-end gap-4 rounded-[26px] p-6 md:p-10 lg:sticky lg:top-24 lg:min-h-[560px] lg:self-start">
        <p className="poster-type" aria-hidden="true">
          {poster}
        </p>
        <p className="max-w-[34ch] font-semibold">{text}</p>
      </div>
      <div className="flex w-full max-w-[520px] flex-col gap-6 justify-self-center lg:py-6">
        <h1 className="text-40">{title}</h1>
        {children}
      </div>
    </div>
  )
}

/**
 * Shows an error that concerns the whole form, not a single field. Unlike a toast, the error message also
 * appears without JavaScript.
 */
export function FormErrorMessage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="alert" className="flex gap-3 rounded-card border-2 border-bad-ink bg-raised p-4">
      <CircleAlert className="mt-[2px] size-5 shrink-0 text-bad-ink" aria-hidden="true" />
      <p>
        <strong className="block text-bad-ink">{title}</strong>
        {children}
      </p>
    </div>
  )
}

export function FormSuccessMessage({ children }: { children: ReactNode }) {
  return (
    <p className="flex gap-3 rounded-card bg-lifted p-4 font-semibold text-good-ink">
      <CircleCheck className="mt-[2px] size-5 shrink-0" aria-hidden="true" /> {children}
    </p>
  )
}
