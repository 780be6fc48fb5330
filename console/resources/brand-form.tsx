import { Button, Grid, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { brandChanges, type BrandChanges, type BrandRecord } from '../../src/contract/resources/brands.ts'
import { contrastOf, textOn } from '../../src/contract/responses/brand-colours.ts'
import { languages, type Language } from '../../src/contract/responses/words.ts'
import { useAskBeforeClosing } from '../app/reach/unsaved.ts'
import { useContractForm } from '../design/form.ts'
import { Panel } from '../design/page.tsx'
import { Failure } from '../design/states.tsx'
import { brandWords as words } from '../words/resources.ts'
import { BrandLogo } from './brand-logo.tsx'
import { BrandPreview } from './brand-preview.tsx'

export const noBrandRecord: BrandRecord = {
  name: '',
  color: null,
  logo: null,
  imprint: '',
  imprint_url: '',
  language: null,
  updated_at: '1970-01-01T00:00:00Z',
}

type BrandFormProps = {
  of: BrandRecord
  /** What the pages show where this brand has no value. */
  general: BrandRecord
  /** Of a list: in place of the hints of the organization. */
  hint?: string
  listName?: string
  send: (body: BrandChanges, done: () => void) => void
  state: { isPending: boolean; isSuccess: boolean; isError: boolean; error: Error | null }
}

/** The brand of the organization or of a list, beside the page as readers will see it. */
export function BrandForm({ of, general, hint, listName, send, state }: BrandFormProps) {
  const [logo, setLogo] = useState(of.logo)
  const form = useContractForm(brandChanges, formOf(of))
  useAskBeforeClosing(form.isDirty())
  const { name, color, imprint, imprint_url, language } = form.getValues()
  const shown = {
    name: name || general.name,
    color: color || general.color,
    logo: logo ?? general.logo,
    imprint: imprint || general.imprint,
    imprint_url: imprint_url || general.imprint_url,
  }
  const choose = (picture: BrandRecord['logo']) => {
    setLogo(picture)
    form.setFieldValue('logo_id', picture?.id ?? null)
  }
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 6 }}>
        <form noValidate onSubmit={form.onSubmit((body) => send(body, () => form.resetDirty()))}>
          <Stack gap="lg">
            <Panel>
              <Stack gap="md">
                <TextInput
                  label={words.name}
                  description={words.nameHint(general.name)}
                  {...form.getInputProps('name')}
                />
                <Color
                  value={color}
                  hint={hint}
                  props={form.getInputProps('color')}
                  set={(to) => form.setFieldValue('color', to)}
                />
                <BrandLogo logo={logo} choose={choose} none={hint} />
                <Notice propsOf={(field) => form.getInputProps(field)} hint={hint} />
                <LanguageChoice
                  value={language}
                  hint={hint}
                  set={(to) => form.setFieldValue('language', to)}
                />
              </Stack>
            </Panel>
            <Saving
              state={state}
              isDirty={form.isDirty()}
              label={hint === undefined ? words.submit : words.submitList}
            />
          </Stack>
        </form>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <BrandPreview brand={shown} language={language ?? general.language ?? 'en'} listName={listName} />
      </Grid.Col>
    </Grid>
  )
}

function formOf({ logo, ...brand }: BrandRecord) {
  return { ...brand, color: brand.color ?? '', logo_id: logo?.id ?? null }
}

type SavingProps = Pick<BrandFormProps, 'state'> & { isDirty: boolean; label: string }

function Saving({ state, isDirty, label }: SavingProps) {
  return (
    <>
      {state.isError && <Failure error={state.error} />}
      <Group>
        <Button type="submit" loading={state.isPending} disabled={!isDirty}>
          {label}
        </Button>
        <Text role="status" c="dimmed">
          {state.isSuccess && !isDirty ? words.saved : ''}
        </Text>
      </Group>
    </>
  )
}

const choices = languages.map((value) => ({ value, label: words.languages[value] }))

/** Of a list: the text for what is as in the organization. */
type Hinted = { hint: string | undefined }

type LanguageProps = Hinted & { value: Language | null; set: (language: Language | null) => void }

function LanguageChoice({ value, hint, set }: LanguageProps) {
  const none = { value: 'none', label: hint === undefined ? words.browser : words.asOrganization }
  return (
    <Select
      label={words.language}
      description={hint === undefined ? words.languageHint : null}
      allowDeselect={false}
      data={[none, ...choices]}
      value={value ?? none.value}
      onChange={(to) => set(languages.find((one) => one === to) ?? null)}
    />
  )
}

type NoticeProps = Hinted & { propsOf: (field: 'imprint' | 'imprint_url') => object }

function Notice({ propsOf, hint }: NoticeProps) {
  return (
    <>
      <Textarea
        label={words.imprint}
        description={hint ?? words.imprintHint}
        autosize
        minRows={3}
        {...propsOf('imprint')}
      />
      <TextInput
        label={words.imprintUrl}
        description={hint ?? words.imprintUrlHint}
        type="url"
        {...propsOf('imprint_url')}
      />
    </>
  )
}

type ColorProps = Hinted & { value: string; props: object; set: (color: string) => void }

function Color({ value, hint, props, set }: ColorProps) {
  const color = value.trim().toLowerCase()
  const isColor = /^#[0-9a-f]{6}$/.test(color)
  const text = isColor ? textOn(color) : ''
  return (
    <div>
      <Group align="flex-end" gap="sm" wrap="nowrap">
        <TextInput label={words.color} description={hint ?? words.colorHint} style={{ flex: 1 }} {...props} />
        <input
          type="color"
          aria-label={words.pick}
          value={isColor ? color : '#0b5f6b'}
          onChange={({ currentTarget }) => set(currentTarget.value)}
          style={{ width: 44, height: 36 }}
        />
      </Group>
      {isColor && (
        <Text size="sm" c="dimmed" mt={4} aria-live="polite">
          {words.contrast(text === '#ffffff' ? words.white : words.black, contrastOf(color, text).toFixed(1))}
        </Text>
      )}
    </div>
  )
}
