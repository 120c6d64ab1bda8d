import { type AdminPerson, userRoles } from '#contract/admin/people.ts'
import { decisionFactsMaxLength, maxSanctionDays } from '#contract/moderation/moderation-policy.ts'
import {
  isReportReasonApplicable,
  reportReasonNames,
  reportReasons,
} from '#contract/moderation/report-reasons.ts'
import { adminPeopleMessages } from '#web/messages/admin/people.ts'
import { Select } from '#web/ui/forms/select.tsx'
import { TextAreaField, TextField } from '#web/ui/forms/text-field.tsx'
import { ConfirmedForm } from './confirmed-form.tsx'

interface PersonFormsProps {
  person: AdminPerson
  /** The values and errors of a form that the server has rejected. */
  values: Partial<Record<string, string>>
  errors: Partial<Record<string, string>>
}

/** The forms that change an account, as far as the viewer may use them. */
export function PersonForms({ person, values, errors }: PersonFormsProps) {
  const { may, role } = person
  return (
    <>
      {may.sanctions.length > 0 && (
        <ConfirmedForm
          intent="sanction"
          title={adminPeopleMessages.sanction}
          text={adminPeopleMessages.sanctionText}
          button={adminPeopleMessages.apply}
        >
          <SanctionFields sanctions={may.sanctions} values={values} errors={errors} />
        </ConfirmedForm>
      )}
      {may.change_role && (
        <ConfirmedForm
          intent="role"
          title={adminPeopleMessages.changeRole}
          text={adminPeopleMessages.changeRoleText}
          button={adminPeopleMessages.changeRole}
        >
          <Select label={adminPeopleMessages.role} name="role" defaultValue={role}>
            {userRoles.map((one) => (
              <option key={one} value={one}>
                {adminPeopleMessages.roles[one]}
              </option>
            ))}
          </Select>
        </ConfirmedForm>
      )}
      {may.reset_second_factor && (
        <ConfirmedForm
          intent="reset"
          title={adminPeopleMessages.reset}
          text={adminPeopleMessages.resetText}
          button={adminPeopleMessages.reset}
        />
      )}
    </>
  )
}

function SanctionFields({
  sanctions,
  values,
  errors,
}: Omit<PersonFormsProps, 'person'> & { sanctions: AdminPerson['may']['sanctions'] }) {
  return (
    <>
      <Select label={adminPeopleMessages.action} name="action" defaultValue={values['action']}>
        {sanctions.map((sanction) => (
          <option key={sanction} value={sanction}>
            {adminPeopleMessages.actions[sanction]}
          </option>
        ))}
      </Select>
      <TextField
        label={adminPeopleMessages.days}
        name="days"
        type="number"
        min={1}
        max={maxSanctionDays.admin}
        defaultValue={values['days'] ?? '7'}
        error={errors['days']}
      />
      <Select label={adminPeopleMessages.rule} name="rule" defaultValue={values['rule'] ?? 'other'}>
        {reportReasonNames
          .filter((reason) => isReportReasonApplicable(reason, 'profile'))
          .map((reason) => (
            <option key={reason} value={reason}>
              {reportReasons[reason].label}
            </option>
          ))}
      </Select>
      <TextAreaField
        label={adminPeopleMessages.facts}
        name="facts"
        rows={3}
        maxLength={decisionFactsMaxLength}
        defaultValue={values['facts']}
        error={errors['facts']}
      />
    </>
  )
}
