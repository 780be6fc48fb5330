import { Button, Checkbox, Grid, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CustomField } from '../../../src/contract/lists/custom-fields.ts'
import type { MailingList } from '../../../src/contract/lists/endpoints.ts'
import type { FormSettings } from '../../../src/contract/lists/forms/definition.ts'
import { formInput } from '../../../src/contract/lists/forms/input.ts'
import { languages } from '../../../src/contract/responses/words.ts'
import { useAskBeforeClosing } from '../../app/reach/unsaved.ts'
import { useContractForm } from '../../design/form.ts'
import { Panel } from '../../design/page.tsx'
import { Failure } from '../../design/states.tsx'
import { formWords as words } from '../../words/audience/forms.ts'
import { brandWords } from '../../words/resources.ts'
import { ChosenFields } from './chosen-fields.tsx'
import { FormPreview } from './preview.tsx'
import { bodyOf, valuesOf, type Values } from './values.ts'

type EditorProps = {
  list: MailingList
  fields: readonly CustomField[]
  form: (FormSettings & { consent_version: number }) | null
  /** null: the person may not change it. */
  save: ((body: ReturnType<typeof bodyOf>, done: () => void) => void) | null
  isSaving: boolean
  isSaved: boolean
  error: unknown
  children?: ReactNode
}

/** A new form or an existing one, beside its pages. */
export function FormEditor({ list, fields, form, save, isSaving, isSaved, error, children }: EditorProps) {
  const editing = useContractForm<Values>(formInput, valuesOf(form))
  useAskBeforeClosing(editing.isDirty())
  const values = editing.getValues()
  const props = (name: keyof Values) => editing.getInputProps(name)
  const submit = editing.onSubmit((given) => save?.(bodyOf(given), () => editing.resetDirty()))
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 6 }}>
        <form noValidate onSubmit={submit}>
          <fieldset disabled={save === null} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
            <Stack gap="lg">
              <PagePanel props={props} version={form?.consent_version ?? null} />
              <Panel title={words.fields}>
                <ChosenFields
                  fields={fields}
                  chosen={values.fields}
                  set={(to) => editing.setFieldValue('fields', to)}
                />
              </Panel>
              <RulesPanel editing={editing} />
              <MailPanel props={props} from={list.d_from_email} />
              <AfterPanel props={props} />
              {error != null && <Failure error={error} />}
              {save !== null && (
                <Group>
                  <Button type="submit" loading={isSaving} disabled={form !== null && !editing.isDirty()}>
                    {form === null ? words.new.submit : words.save}
                  </Button>
                  <Text role="status" c="dimmed">
                    {isSaved && !editing.isDirty() ? words.saved : ''}
                  </Text>
                </Group>
              )}
            </Stack>
          </fieldset>
        </form>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Stack gap="lg">
          <FormPreview list={list} fields={fields} values={values} />
          {children}
        </Stack>
      </Grid.Col>
    </Grid>
  )
}

type PartProps = { props: (name: keyof Values) => object }

function PagePanel({ props, version }: PartProps & { version: number | null }) {
  return (
    <Panel title={words.page}>
      <Stack gap="md">
        <TextInput label={words.name} description={words.nameHint} required {...props('name')} />
        <TextInput label={words.heading} description={words.headingHint} {...props('title')} />
        <Textarea label={words.introduction} autosize minRows={2} {...props('introduction')} />
        <TextInput label={words.button} {...props('button_label')} />
        <Textarea
          label={words.consent}
          description={[words.consentHint, ...(version === null ? [] : [words.version(version)])].join(' ')}
          autosize
          minRows={2}
          {...props('consent_text')}
        />
      </Stack>
    </Panel>
  )
}

function MailPanel({ props, from }: PartProps & { from: string }) {
  return (
    <Panel title={words.mail}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {words.mailHint(from)}
        </Text>
        <TextInput label={words.subject} {...props('mail_subject')} />
        <Textarea label={words.text} autosize minRows={3} {...props('mail_text')} />
        <TextInput label={words.mailButton} {...props('mail_button')} />
      </Stack>
    </Panel>
  )
}

function AfterPanel({ props }: PartProps) {
  return (
    <Panel title={words.after}>
      <Stack gap="md">
        <TextInput label={words.heading} {...props('thanks_title')} />
        <Textarea label={words.text} autosize minRows={2} {...props('thanks_text')} />
        <TextInput
          label={words.redirect}
          description={words.redirectHint}
          type="url"
          {...props('redirect_url')}
        />
      </Stack>
    </Panel>
  )
}

const asTheReader = { value: 'reader', label: words.asTheReader }
const languageChoices = languages.map((value) => ({ value, label: brandWords.languages[value] }))
const optIns = (['double', 'single'] as const).map((value) => ({ value, label: words.optIns[value] }))

function RulesPanel({ editing }: { editing: ReturnType<typeof useContractForm<Values>> }) {
  const { language } = editing.getValues()
  return (
    <Panel title={words.more}>
      <Stack gap="md">
        <Checkbox label={words.active} {...editing.getInputProps('active', { type: 'checkbox' })} />
        <Select
          label={words.optIn}
          description={words.optInHint}
          allowDeselect={false}
          data={optIns}
          {...editing.getInputProps('opt_in')}
        />
        <Select
          label={words.language}
          description={words.languageHint}
          allowDeselect={false}
          data={[asTheReader, ...languageChoices]}
          value={language ?? asTheReader.value}
          onChange={(to) => editing.setFieldValue('language', languages.find((one) => one === to) ?? null)}
        />
        <Checkbox
          label={words.work}
          description={words.workHint}
          {...editing.getInputProps('proof_of_work', { type: 'checkbox' })}
        />
        <Textarea
          label={words.origins}
          description={words.originsHint}
          autosize
          minRows={2}
          {...editing.getInputProps('origins')}
        />
      </Stack>
    </Panel>
  )
}
