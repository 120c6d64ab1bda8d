import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import type { Refused } from './form-answer.ts'

/** Terms are needed, news are not, and neither is ticked for anybody. */
export function Consent({ values, errors }: { values: Refused['values']; errors: Refused['fields'] }) {
  const terms = (
    <>
      I accept the{' '}
      <Link to={paths.terms} className="link">
        terms
      </Link>{' '}
      and the{' '}
      <Link to={paths.privacy} className="link">
        privacy policy
      </Link>
    </>
  )
  return (
    <div className="flex flex-col gap-1">
      <Checkbox
        label={terms}
        name="terms"
        required
        hint="From 13 to 18 your parents must agree as well."
        defaultChecked={values.terms === 'on'}
        error={errors.terms}
      />
      <Checkbox
        label="Send me news now and then (optional)"
        name="marketing"
        defaultChecked={values.marketing === 'on'}
      />
    </div>
  )
}
