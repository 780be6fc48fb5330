import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { createTemplate } from '../../../src/contract/campaigns/templates.ts'
import { useChange } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useQueryParam } from '../../app/places.ts'
import { Panel } from '../../design/page.tsx'
import { Failure } from '../../design/states.tsx'
import { composeWords } from '../../words/compose.ts'
import { CodeMenu } from './codes.tsx'
import { inputOf } from './draft.ts'
import type { Draft, DraftContent, Edit } from './draft.ts'
import { Editors } from './editors.tsx'
import { Preview } from './preview.tsx'
import { newDocument } from './starts.ts'
import { Onward, StepPage } from './steps.tsx'

const words = composeWords.what

export default function What() {
  return <StepPage step="what">{(draft) => <Contents draft={draft} />}</StepPage>
}

const blank = (): DraftContent => ({
  name: '',
  subject: '',
  format: 'both',
  html: '',
  text: '',
  document: newDocument(),
})

function Contents({ draft }: { draft: Draft }) {
  const { contents, change } = draft
  const [version, setVersion] = useQueryParam('version', '0')
  const place = Math.min(Number(version) || 0, Math.max(0, contents.length - 1))
  const [open, choose] = useState('')
  const content = contents[place]
  useUndoKeys(draft)
  if (content === undefined) {
    return <Button onClick={() => change({ contents: [blank()] })}>{words.toBlocks}</Button>
  }
  const edit = (changes: Partial<DraftContent>) =>
    change({ contents: contents.map((one, at) => (at === place ? { ...one, ...changes } : one)) })
  return (
    <>
      <Group justify="space-between">
        <Versions draft={draft} place={place} choose={(next) => setVersion(String(next))} />
        <Group gap="xs">
          <Button
            variant="default"
            aria-keyshortcuts="Control+Z"
            disabled={!draft.canUndo}
            onClick={draft.undo}
          >
            {composeWords.undo}
          </Button>
          <Button
            variant="default"
            aria-keyshortcuts="Control+Shift+Z"
            disabled={!draft.canRedo}
            onClick={draft.redo}
          >
            {composeWords.redo}
          </Button>
          <SaveTemplate draft={draft} />
        </Group>
      </Group>
      <Subject content={content} edit={edit} draft={draft} />
      <div className="compose">
        <div data-undoes>
          <Editors
            key={place}
            content={content}
            edit={edit}
            listId={draft.campaign.mailing_list_id}
            opened={{ open, choose }}
          />
        </div>
        <div className="compose-side">
          <Preview draft={draft} content={content} opened={{ open, choose }} />
        </div>
      </div>
      <Onward step="what" draft={draft} />
    </>
  )
}

/**
 * Ctrl+Z goes through the steps of the whole message, also from within its fields, which know only of themselves. Other
 * fields and the editor of HTML keep their own.
 */
function useUndoKeys({ undo, redo }: Draft): void {
  const latest = useRef({ undo, redo })
  useEffect(() => {
    latest.current = { undo, redo }
  })
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event
      if (!(ctrlKey || metaKey) || altKey || !(target instanceof Element)) return
      const field = target.closest('input, textarea, [contenteditable="true"]')
      if (field !== null && (field.closest('[data-undoes]') === null || field.closest('.source') !== null))
        return
      const letter = key.toLowerCase()
      if (letter !== 'z' && letter !== 'y') return
      event.preventDefault()
      if (letter === 'y' || shiftKey) latest.current.redo()
      else latest.current.undo()
    }
    document.addEventListener('keydown', keys, { capture: true })
    return () => document.removeEventListener('keydown', keys, { capture: true })
  }, [])
}

type VersionsProps = { draft: Draft; place: number; choose: (place: number) => void }

function Versions({ draft: { contents, change }, place, choose }: VersionsProps) {
  const first = contents[0]
  return (
    <Group gap="xs" role="group" aria-label={words.contents}>
      {contents.map(({ name }, at) => (
        <Button
          key={at}
          variant={at === place ? 'light' : 'default'}
          aria-pressed={at === place}
          onClick={() => choose(at)}
        >
          {name === '' ? words.content(at) : name}
        </Button>
      ))}
      {contents.length < 20 && first !== undefined && (
        <Button
          variant="default"
          onClick={() => {
            change({ contents: [...contents, { ...(contents[place] ?? first), name: '' }] })
            choose(contents.length)
          }}
        >
          {words.addContent}
        </Button>
      )}
      {contents.length > 1 && (
        <Button
          variant="default"
          onClick={() => {
            change({ contents: contents.filter((_, at) => at !== place) })
            choose(0)
          }}
        >
          {words.removeContent}
        </Button>
      )}
    </Group>
  )
}

function Subject({ content, edit, draft }: { content: DraftContent; edit: Edit; draft: Draft }) {
  const { subject, document } = content
  const field = useRef<HTMLInputElement>(null)
  const insert = (code: string) => {
    const at = field.current?.selectionStart ?? subject.length
    edit({ subject: subject.slice(0, at) + code + subject.slice(at) })
  }
  return (
    <Panel>
      <Stack gap="sm" data-undoes>
        <Group align="flex-end" gap="sm">
          <TextInput
            ref={field}
            label={words.subject}
            description={words.subjectLength(Array.from(subject).length)}
            value={subject}
            maxLength={998}
            style={{ flex: '1 1 20rem' }}
            onChange={({ currentTarget }) => edit({ subject: currentTarget.value })}
          />
          <CodeMenu listId={draft.campaign.mailing_list_id} insert={insert} />
        </Group>
        {document !== null && (
          <TextInput
            label={words.preheader}
            description={words.preheaderHint}
            value={document.preheader}
            maxLength={500}
            onChange={({ currentTarget }) =>
              edit({ document: { ...document, preheader: currentTarget.value } })
            }
          />
        )}
      </Stack>
    </Panel>
  )
}

function SaveTemplate({ draft: { campaign, contents } }: { draft: Draft }) {
  const may = useMay()
  const [isSaved, setSaved] = useState(false)
  const save = useChange(createTemplate, { done: () => setSaved(true) })
  if (!may(createTemplate)) return null
  const params = { mailing_list_id: campaign.mailing_list_id }
  const body = { name: campaign.name, contents: contents.map(inputOf) }
  return (
    <>
      {isSaved ? (
        <Text role="status" c="dimmed">
          {words.templateSaved}
        </Text>
      ) : (
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate({ params, body })}>
          {words.saveTemplate}
        </Button>
      )}
      {save.isError && <Failure error={save.error} />}
    </>
  )
}
