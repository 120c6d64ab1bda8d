import { useRef, useState } from 'react'
import { notify } from '#web/ui/notify.ts'
import { words } from '#web/words/upload.ts'
import { type Details, type Problem, problemOf, videoProblem, withType } from './details.ts'
import { detailsOf, type Draft, type Unfinished, unfinishedOf } from './drafts.ts'
import type { Pictures } from './extras.ts'
import { warmUp } from './prepare/prepare.ts'

interface Start {
  details: Details
  owner: string
  drafts: Draft[]
}

/** What is in the upload form, and what is wrong with it. */
export function useForm({ details: initial, owner, drafts }: Start) {
  const [details, setDetails] = useState(initial)
  const [file, setFile] = useState<File | null>(null)
  const [pictures, setPictures] = useState<Pictures>({})
  const [unfinished, setUnfinished] = useState<Unfinished | null>(null)
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const picks = useRef(0)

  const complain = ({ title, detail, field }: Problem) => {
    setErrors(field ? { [field]: detail } : {})
    notify.bad(title, detail)
  }
  const change = (patch: Partial<Details>) => {
    setDetails((before) => ({ ...withType(before, patch.type ?? before.type), ...patch }))
    setErrors({})
  }
  const pick = async (picked: File) => {
    setFile(picked)
    warmUp()
    setUnfinished(null)
    setErrors({})
    const problem = videoProblem(details.type, picked)
    const turn = ++picks.current
    const found = drafts.length ? await unfinishedOf(picked, drafts, owner) : null
    // Somebody may have picked another file while the server was asked about this one.
    if (turn !== picks.current) return
    if (found) {
      setUnfinished(found)
      setDetails(detailsOf(found.draft))
    } else if (problem) complain(problem)
  }
  const check = () => {
    const problem = problemOf(details, { file, ...pictures })
    if (problem) complain(problem)
    return !problem
  }
  return {
    details,
    file,
    pictures,
    unfinished,
    errors,
    change,
    pick,
    check,
    add: (patch: Pictures) => setPictures((before) => ({ ...before, ...patch })),
    startAnew: () => setUnfinished(null),
  }
}

/** What is still missing before the button can be pressed; false when nothing is. */
export function missing(details: Details, file: File | null): string | false {
  const title = details.title.trim()
  if (!file && !title) return words.missing.both
  if (!file) return words.missing.video
  if (!title) return words.missing.title
  return details.visibility ? false : words.missing.audience
}
