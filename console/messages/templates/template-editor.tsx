import '../../campaigns/compose/sheet.css'
import { Button, Group, SegmentedControl, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { contentLanguages } from '../../../src/contract/campaigns/language.ts'
import { renderMessage } from '../../../src/contract/messages/endpoints.ts'
import { useMay } from '../../app/may.ts'
import { useAskBeforeClosing } from '../../app/reach/unsaved.ts'
import { refusedFields } from '../../design/form.ts'
import { Page, Panel } from '../../design/page.tsx'
import { Failure, Loading } from '../../design/states.tsx'
import { words as common } from '../../words/app.ts'
import { messageWords } from '../../words/messages.ts'
import { isBesideFields } from '../refused.ts'
import { useRendered, Rendered } from './rendered.tsx'
import { changesOf, sampleOf, type TemplateValues } from './template-values.ts'

/** Fetched with the first HTML that is edited. */
const Source = lazy(() => import('../../campaigns/compose/source.tsx'))

const words = messageWords.templates

type Save = {
  run: (body: ReturnType<typeof changesOf>) => void
  isPending: boolean
  isSuccess: boolean
  error: unknown
  word: string
}

type EditorProps = {
  page: { title: string; aside?: ReactNode; parent: { title: string; to: string } }
  initial: TemplateValues
  /** What is saved already. */
  saved: TemplateValues
  isOfBlocks?: boolean
  /** null: the person may only look. */
  save: Save | null
  /** Below the fields. */
  children?: ReactNode
}

/** The content with its sample data, and beside it the message that they make. */
export function TemplateEditor({ page, initial, saved, isOfBlocks = false, save, children }: EditorProps) {
  const may = useMay()
  const [values, setValues] = useState(initial)
  const set = (changes: Partial<TemplateValues>) => setValues({ ...values, ...changes })
  const sample = sampleOf(values.sample, words)
  const isDirty = JSON.stringify(values) !== JSON.stringify(saved)
  useAskBeforeClosing(save !== null && isDirty && !save.isSuccess)
  const rendered = useRendered(values, 'data' in sample ? sample.data : null)
  const problems = { ...refusedFields(rendered.error), ...refusedFields(save?.error) }
  const errors = {
    ...problems,
    sample: 'problem' in sample ? sample.problem : (problems['data'] ?? problems['sample_data']),
  }
  const submit = () => {
    if (save !== null && 'data' in sample) save.run(changesOf(values, saved, sample.data))
  }
  return (
    <Page
      {...page}
      actions={
        save !== null && (
          <Button onClick={submit} loading={save.isPending} disabled={!isDirty || 'problem' in sample}>
            {save.word}
          </Button>
        )
      }
    >
      <div className="compose">
        <Stack gap="md">
          {save?.error != null && isBesideFields(save.error, { ...values, sample_data: '' }) && (
            <Failure error={save.error} />
          )}
          <Text role="status" c="dimmed" hidden={save === null || !save.isSuccess || isDirty}>
            {common.saved}
          </Text>
          <fieldset disabled={save === null} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
            <Stack gap="md">
              <Head values={values} set={set} errors={errors} />
              <Content
                values={values}
                set={set}
                errors={errors}
                isOfBlocks={isOfBlocks && values.html === saved.html && values.text === saved.text}
                mayChange={save !== null}
              />
              <Sample values={values} set={set} errors={errors} />
            </Stack>
          </fieldset>
          {children}
        </Stack>
        {may(renderMessage) && (
          <div className="compose-side">
            <Rendered of={rendered} isOff={'problem' in sample} />
          </div>
        )}
      </div>
    </Page>
  )
}

type PartProps = {
  values: TemplateValues
  set: (changes: Partial<TemplateValues>) => void
  errors: Record<string, ReactNode>
}

function Head({ values, set, errors }: PartProps) {
  return (
    <Panel>
      <Stack gap="md">
        <Group gap="sm" align="flex-start" grow preventGrowOverflow={false}>
          <TextInput
            label={words.name}
            required
            maxLength={100}
            value={values.name}
            error={errors['name']}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          />
          <Select
            label={words.language}
            description={words.languageHint[values.language]}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={contentLanguages.map((value) => ({ value, label: words.languages[value] }))}
            value={values.language}
            allowDeselect={false}
            onChange={(value) => set({ language: value ?? values.language })}
          />
        </Group>
        <TextInput
          label={words.subject}
          maxLength={998}
          value={values.subject}
          error={errors['subject']}
          onChange={({ currentTarget }) => set({ subject: currentTarget.value })}
        />
      </Stack>
    </Panel>
  )
}

type ContentProps = PartProps & { isOfBlocks: boolean; mayChange: boolean }

function Content({ values, set, errors, isOfBlocks, mayChange }: ContentProps) {
  const [part, setPart] = useState<'html' | 'text'>(
    values.html === '' && values.text !== '' ? 'text' : 'html',
  )
  const parts = (['html', 'text'] as const).map((value) => ({ value, label: words.parts[value] }))
  return (
    <Panel>
      <Stack gap="sm">
        <SegmentedControl
          aria-label={words.editor}
          value={part}
          onChange={(value) => setPart(value)}
          data={parts}
          style={{ alignSelf: 'flex-start' }}
        />
        {isOfBlocks && <Text c="dimmed">{words.ofBlocks}</Text>}
        {part === 'html' && mayChange && (
          <Suspense fallback={<Loading />}>
            <Source label={words.html} value={values.html} change={(html) => set({ html })} />
          </Suspense>
        )}
        {part === 'html' && !mayChange && (
          <Text component="pre" className="sheet" tabIndex={0} style={{ whiteSpace: 'pre-wrap' }}>
            {values.html}
          </Text>
        )}
        {part === 'text' && (
          <Textarea
            label={words.text}
            description={words.textHint}
            autosize
            minRows={10}
            maxRows={24}
            value={values.text}
            onChange={({ currentTarget }) => set({ text: currentTarget.value })}
          />
        )}
        <Problem of="html" errors={errors} />
        <Problem of="text" errors={errors} />
      </Stack>
    </Panel>
  )
}

function Problem({ of, errors }: { of: 'html' | 'text'; errors: PartProps['errors'] }) {
  const problem = errors[of]
  if (typeof problem !== 'string') return null
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {words.partProblem(words.parts[of], problem)}
    </Text>
  )
}

function Sample({ values, set, errors }: PartProps) {
  return (
    <Panel>
      <Textarea
        label={words.sample}
        description={words.sampleHint}
        autosize
        minRows={4}
        maxRows={16}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={values.sample}
        error={errors['sample']}
        onChange={({ currentTarget }) => set({ sample: currentTarget.value })}
      />
    </Panel>
  )
}
