import { Button, Group, Stack, Tabs, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { MailingList } from '../../../src/contract/lists/endpoints.ts'
import { listUploadDirectoryFiles } from '../../../src/contract/imports/uploads.ts'
import { useCall } from '../../app/api.ts'
import { ListSelect } from '../../resources/choose/list-select.tsx'
import { useAskBeforeClosing } from '../../app/reach/unsaved.ts'
import { useZone } from '../../app/places.ts'
import { comma, instant, size } from '../../design/figures.ts'
import { Panel } from '../../design/page.tsx'
import { Answered } from '../../design/states.tsx'
import { sourceWords as words } from '../../words/imports.ts'
import type { Source } from './source.ts'
import { FailedSource } from './failed-source.tsx'
import { FileDrop } from './file-drop.tsx'
import { FirstList } from '../../lists/first.tsx'

type Props = {
  lists: readonly MailingList[]
  listId: number | null
  /** The file is known, and only the list is missing. */
  hasSource: boolean
  pick: (listId: number) => void
  choose: (chosen: { listId: number; source: Source }) => void
}

/** Step 1: the list, and where the file is. */
export function SourceStep({ lists, listId, hasSource, pick, choose }: Props) {
  const only = lists.length === 1 ? (lists[0]?.id ?? null) : null
  const chosen = listId ?? only
  if (lists.length === 0) return <FirstList created={pick} />
  return (
    <Panel>
      <Stack gap="lg">
        <ListSelect
          label={words.list}
          description={words.listHint}
          placeholder={words.chooseList}
          maw="28rem"
          value={chosen}
          onChange={(id) => id !== null && pick(id)}
        />
        {chosen !== null && !hasSource && (
          <Ways listId={chosen} use={(source) => choose({ listId: chosen, source })} />
        )}
      </Stack>
    </Panel>
  )
}

type Use = { use: (source: Source) => void }

const ways = ['file', 'paste', 'url', 'directory', 'failed'] as const

function Ways({ listId, use }: Use & { listId: number }) {
  return (
    <Tabs defaultValue="file" keepMounted={false}>
      <Tabs.List aria-label={words.ways.label} mb="md">
        {ways.map((way) => (
          <Tabs.Tab key={way} value={way}>
            {words.ways[way]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="file">
        <FileDrop use={(id) => use({ type: 'upload', id })} />
      </Tabs.Panel>
      <Tabs.Panel value="paste">
        <Paste use={use} />
      </Tabs.Panel>
      <Tabs.Panel value="url">
        <Address use={use} />
      </Tabs.Panel>
      <Tabs.Panel value="directory">
        <Directory use={use} />
      </Tabs.Panel>
      <Tabs.Panel value="failed">
        <FailedSource listId={listId} use={(id) => use({ type: 'failed_rows', import_id: id })} />
      </Tabs.Panel>
    </Tabs>
  )
}

/** Pasted text is uploaded as a file, so that it can be as long as one. */
function Paste({ use }: Use) {
  const [text, setText] = useState('')
  const [file, setFile] = useState<File | null>(null)
  useAskBeforeClosing(text !== '')
  if (file !== null) return <FileDrop use={(id) => use({ type: 'upload', id })} file={file} />
  return (
    <Stack gap="sm" align="flex-start">
      <Textarea
        label={words.pasteLabel}
        description={words.pasteHint}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autosize
        minRows={8}
        maxRows={20}
        w="100%"
        maw="44rem"
      />
      <Button disabled={text.trim() === ''} onClick={() => setFile(new File([text], 'pasted.csv'))}>
        {words.pasteUse}
      </Button>
    </Stack>
  )
}

function Address({ use }: Use) {
  const [url, setUrl] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (url.trim() !== '') use({ type: 'url', url: url.trim() })
      }}
    >
      <Stack gap="sm" align="flex-start">
        <TextInput
          label={words.url}
          description={words.urlHint}
          type="url"
          placeholder="https://"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          w="100%"
          maw="36rem"
        />
        <Button type="submit" disabled={url.trim() === ''}>
          {words.urlUse}
        </Button>
      </Stack>
    </form>
  )
}

function Directory({ use }: Use) {
  const zone = useZone()
  const files = useCall(listUploadDirectoryFiles, {})
  return (
    <Stack gap="sm">
      <Text c="dimmed">{words.directoryHint}</Text>
      <Answered of={files}>
        {({ data }) =>
          data.length === 0 ? (
            <Text>{words.directoryEmpty}</Text>
          ) : (
            <Stack gap="xs">
              {data.map(({ filename, size_bytes: bytes, modified_at: at }) => (
                <Group key={filename} gap="md">
                  <Button variant="default" onClick={() => use({ type: 'upload_directory', filename })}>
                    {words.use(filename)}
                  </Button>
                  <Text size="sm" c="dimmed">
                    {`${size(bytes)}${comma}${instant(at, zone)}`}
                  </Text>
                </Group>
              ))}
            </Stack>
          )
        }
      </Answered>
    </Stack>
  )
}
