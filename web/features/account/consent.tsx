import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { words } from '#web/words/signup.ts'
import type { Refused } from './form-answer.ts'

interface Props {
  values: Refused['values']
  errors: Refused['fields']
  /** The youngest age that may join here. */
  minAge: number
}

/** Terms are needed, news are not, and neither is ticked for anybody. */
export function Consent({ values, errors, minAge }: Props) {
  const { accept } = words
  const terms = (
    <>
      {accept.before}
      <Link to={paths.terms} className="link">
        {accept.terms}
      </Link>
      {accept.and}
      <Link to={paths.privacy} className="link">
        {accept.privacy}
      </Link>
    </>
  )
  return (
    <div className="flex flex-col gap-1">
      <Checkbox
        label={terms}
        name="terms"
        required
        hint={words.parents(minAge)}
        defaultChecked={values.terms === 'on'}
        error={errors.terms}
      />
      <Checkbox label={words.news} name="marketing" defaultChecked={values.marketing === 'on'} />
    </div>
  )
}
