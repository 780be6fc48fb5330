import { Button, Grid, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { brandChanges, showBrand, updateBrand } from '../../src/contract/resources/brands.ts'
import type { BrandRecord } from '../../src/contract/resources/brands.ts'
import { contrastOf, textOn } from '../../src/contract/responses/brand-colours.ts'
import { languages } from '../../src/contract/responses/words.ts'
import type { Language } from '../../src/contract/responses/words.ts'
import { useCall, useChange } from '../app/api.ts'
import { useOpenSession } from '../app/session.tsx'
import { useContractForm } from '../design/form.ts'
import { Page, Panel } from '../design/page.tsx'
import { Answered, Failure } from '../design/states.tsx'
import { brandWords as words } from '../words/resources.ts'
import { BrandLogo } from './brand-logo.tsx'
import { BrandPreview } from './brand-preview.tsx'

export default function Brand() {
  const answer = useCall(showBrand, {})
  return (
    <Page title={words.title} lead={words.lead}>
      <Answered of={answer}>{({ data }) => <Settings of={data} />}</Answered>
    </Page>
  )
}

function Settings({ of: { logo: saved, ...brand } }: { of: BrandRecord }) {
  const { organization } = useOpenSession()
  const [logo, setLogo] = useState(saved)
  const save = useChange(updateBrand, { done: () => form.resetDirty() })
  const form = useContractForm(brandChanges, {
    ...brand,
    color: brand.color ?? '',
    logo_id: saved?.id ?? null,
  })
  const { name, color, imprint, imprint_url, language } = form.getValues()
  const shown = { name: name || organization.name, color, logo, imprint, imprint_url }
  const choose = (picture: BrandRecord['logo']) => {
    setLogo(picture)
    form.setFieldValue('logo_id', picture?.id ?? null)
  }
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 6 }}>
        <form noValidate onSubmit={form.onSubmit((body) => save.mutate({ body }))}>
          <Stack gap="lg">
            <Panel>
              <Stack gap="md">
                <TextInput
                  label={words.name}
                  description={words.nameHint(organization.name)}
                  {...form.getInputProps('name')}
                />
                <Color
                  value={color}
                  props={form.getInputProps('color')}
                  set={(to) => form.setFieldValue('color', to)}
                />
                <BrandLogo logo={logo} choose={choose} />
                <Notice propsOf={(field) => form.getInputProps(field)} />
                <LanguageChoice value={language} set={(to) => form.setFieldValue('language', to)} />
              </Stack>
            </Panel>
            {save.isError && <Failure error={save.error} />}
            <Group>
              <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
                {words.submit}
              </Button>
              <Text role="status" c="dimmed">
                {save.isSuccess && !form.isDirty() ? words.saved : ''}
              </Text>
            </Group>
          </Stack>
        </form>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <BrandPreview brand={shown} language={language ?? 'en'} />
      </Grid.Col>
    </Grid>
  )
}

const asTheBrowser = { value: 'browser', label: words.browser }
const choices = languages.map((value) => ({ value, label: words.languages[value] }))

type LanguageProps = { value: Language | null; set: (language: Language | null) => void }

function LanguageChoice({ value, set }: LanguageProps) {
  return (
    <Select
      label={words.language}
      description={words.languageHint}
      allowDeselect={false}
      data={[asTheBrowser, ...choices]}
      value={value ?? asTheBrowser.value}
      onChange={(to) => set(languages.find((one) => one === to) ?? null)}
    />
  )
}

type NoticeProps = { propsOf: (field: 'imprint' | 'imprint_url') => object }

function Notice({ propsOf }: NoticeProps) {
  return (
    <>
      <Textarea
        label={words.imprint}
        description={words.imprintHint}
        autosize
        minRows={3}
        {...propsOf('imprint')}
      />
      <TextInput
        label={words.imprintUrl}
        description={words.imprintUrlHint}
        type="url"
        {...propsOf('imprint_url')}
      />
    </>
  )
}

type ColorProps = { value: string; props: object; set: (color: string) => void }

function Color({ value, props, set }: ColorProps) {
  const color = value.trim().toLowerCase()
  const isColor = /^#[0-9a-f]{6}$/.test(color)
  const text = isColor ? textOn(color) : ''
  return (
    <div>
      <Group align="flex-end" gap="sm" wrap="nowrap">
        <TextInput label={words.color} description={words.colorHint} style={{ flex: 1 }} {...props} />
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
