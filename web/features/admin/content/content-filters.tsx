import { Form } from 'react-router'
import { contentTypeLabel, contentTypes } from '#contract/content/content-types.ts'
import { consoleSearchMaxLength } from '#contract/admin/content.ts'
import { adminContentMessages } from '#web/messages/admin/content.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

/** The values of the filters as they are in the URL. */
export interface ContentFilterValues {
  q?: string | undefined
  moderation?: string | undefined
  content_type?: string | undefined
  stream_status?: string | undefined
  featured?: string | undefined
}

export function ContentFilters({ values }: { values: ContentFilterValues }) {
  const { deleted: _, ...moderationStates } = adminContentMessages.moderationStates
  return (
    <search>
      {/* The key resets the fields when the URL changes, for example with the browser's back button. */}
      <Form key={JSON.stringify(values)} method="get" className="admin-box">
        <div className="admin-list-filters">
          <TextField
            className="admin-filter-wide"
            label={adminContentMessages.search}
            hint={adminContentMessages.searchHint}
            type="search"
            name="q"
            maxLength={consoleSearchMaxLength}
            defaultValue={values.q}
          />
          <FilterSelect
            label={adminContentMessages.moderation}
            name="moderation"
            value={values.moderation}
            options={Object.entries(moderationStates)}
          />
          <FilterSelect
            label={adminContentMessages.type}
            name="content_type"
            value={values.content_type}
            options={contentTypes.map((type) => [type, contentTypeLabel(type)])}
          />
          <FilterSelect
            label={adminContentMessages.processing}
            name="stream_status"
            value={values.stream_status}
            options={Object.entries(adminContentMessages.streamStates)}
          />
          <Checkbox
            label={adminContentMessages.featuredOnly}
            name="featured"
            value="true"
            defaultChecked={values.featured === 'true'}
          />
          <Button type="submit" variant="primary">
            {adminContentMessages.searchButton}
          </Button>
        </div>
      </Form>
    </search>
  )
}

interface FilterSelectProps {
  label: string
  name: string
  value: string | undefined
  options: [string, string][]
}

function FilterSelect({ label, name, value, options }: FilterSelectProps) {
  return (
    <Select label={label} name={name} defaultValue={value ?? ''}>
      <option value="">{adminContentMessages.any}</option>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </Select>
  )
}
