import { Button, Grid, Group, Select, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { publicTextMax, languages, type Language } from '../../../src/contract/responses/words.ts'
import {
  showPublicTexts,
  updatePublicTexts,
  type PublicTexts,
} from '../../../src/contract/lists/public-texts.ts'
import { useCall, useChange } from '../../app/api.ts'
import { useAskBeforeClosing } from '../../app/reach/unsaved.ts'
import { Panel } from '../../design/page.tsx'
import { Answered, Failure } from '../../design/states.tsx'
import { readerWords } from '../../words/audience/readers.ts'
import { brandWords } from '../../words/resources.ts'
import { keysOf, textPages, type TextPage } from './text-pages.ts'
import { TextPreview } from './text-preview.tsx'
import { comma } from '../../design/figures.ts'

const words = readerWords.texts

/** The texts of the public pages, each with its current text. */
export function ListTexts({ listId }: { listId: number }) {
  const [language, setLanguage] = useState<Language>('en')
  const [page, setPage] = useState<TextPage>('ask')
  const [changed, setChanged] = useState<Partial<Record<Language, Changed>>>({})
  useAskBeforeClosing(Object.values(changed).some((texts) => Object.keys(texts).length > 0))
  const answer = useCall(showPublicTexts, { params: { mailing_list_id: listId }, query: { language } })
  return (
    <Panel title={words.title}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {words.lead}
        </Text>
        <Group gap="md">
          <Select
            label={words.language}
            allowDeselect={false}
            value={language}
            onChange={(to) => setLanguage(languages.find((one) => one === to) ?? 'en')}
            data={languages.map((value) => ({ value, label: brandWords.languages[value] }))}
          />
          <Select
            label={words.page}
            allowDeselect={false}
            value={page}
            onChange={(to) => setPage(textPages.find((one) => one === to) ?? 'ask')}
            data={textPages.map((value) => ({ value, label: words.pages[value] }))}
            style={{ flex: '1 1 14rem' }}
          />
        </Group>
        <Answered of={answer}>
          {({ data }) => (
            <Texts
              key={data.language}
              {...{ listId, page }}
              of={data}
              changed={changed[data.language] ?? {}}
              change={(to) => setChanged((all) => ({ ...all, [data.language]: to }))}
            />
          )}
        </Answered>
      </Stack>
    </Panel>
  )
}

/** What was typed, by the key of its text. It stays while other pages and languages are looked at. */
type Changed = Partial<Record<string, string>>

type TextsProps = {
  listId: number
  of: PublicTexts
  page: TextPage
  changed: Changed
  change: (to: Changed) => void
}

function Texts({ listId, of: { language, texts }, page, changed, change }: TextsProps) {
  const save = useChange(updatePublicTexts, { done: () => change({}) })
  const shown = keysOf(page, texts.map(({ key }) => key)) // oxfmt-ignore
  const saved = Object.fromEntries(texts.map(({ key, text }) => [key, text ?? '']))
  const changes = Object.entries(changed).filter(([key, text]) => text !== saved[key])
  const submit = () =>
    save.mutate({
      params: { mailing_list_id: listId },
      body: { language, texts: Object.fromEntries(changes) },
    })
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 6 }}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <Stack gap="md">
            {texts
              .filter(({ key }) => shown.includes(key))
              .map((text) => (
                <OneText
                  key={text.key}
                  text={text}
                  value={changed[text.key] ?? text.text ?? ''}
                  set={(to) => change({ ...changed, [text.key]: to })}
                />
              ))}
            {save.isError && <Failure error={save.error} />}
            <Group>
              <Button type="submit" loading={save.isPending} disabled={changes.length === 0}>
                {changes.length === 0 ? words.saveNone : words.save(changes.length)}
              </Button>
              <Text size="sm" role="status">
                {save.isSuccess && changes.length === 0 ? words.saved : ''}
              </Text>
            </Group>
          </Stack>
        </form>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <TextPreview page={page} language={language} texts={{ ...saved, ...changed }} />
      </Grid.Col>
    </Grid>
  )
}

type OneTextProps = { text: PublicTexts['texts'][number]; value: string; set: (value: string) => void }

function OneText({ text, value, set }: OneTextProps) {
  const names = text.default.match(/\{\w+\}/g) ?? []
  return (
    <Textarea
      label={words.own(text.default)}
      description={names.length === 0 ? undefined : words.keep(names.join(comma))}
      placeholder={words.placeholder}
      autosize
      minRows={1}
      maxLength={publicTextMax}
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  )
}
